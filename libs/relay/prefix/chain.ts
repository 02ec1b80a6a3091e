import { hash } from 'node:crypto'
import type { ChatBody } from '../chat/chat_body.js'
import { measurePrompt } from '../chat/prompt_size.js'

/**
 * Kept of each SHA-256. Links are compared place by place inside one session, so there is no crowd in which two
 * could meet by chance (2^-64 for each place), and whoever forges one spoils their own figures only.
 */
const LINK_BYTES = 8
const LINK_DIGITS = 2 * LINK_BYTES
/** A chain of its own fields, and its place in a map. */
const OVERHEAD_BYTES = 256

/** What is remembered of one prompt: no text of it. */
export interface Chain {
  /** So many of the first pieces are tools, the rest are messages. */
  tools: number
  /** One link for each piece, 8 bytes: the hash of this piece and all before it. */
  links: Buffer
  /** Estimated tokens of each piece. */
  tokens: Uint32Array
}

/**
 * Hashes tools and messages, in the order in which a prompt has them. What is hashed is the checked body printed
 * anew, so white space and escapes of the client's JSON make no difference, and the order inside a tool does.
 */
export function chainOf({ tools, messages }: Pick<ChatBody, 'tools' | 'messages'>): Chain {
  const pieces: Piece[] = [...(tools ?? []), ...messages]
  const count = tools?.length ?? 0
  const links = Buffer.alloc(pieces.length * LINK_BYTES)
  const tokens = new Uint32Array(pieces.length)
  let link = ''
  for (const [index, piece] of pieces.entries()) {
    // Where the messages begin is part of the chain: a tool is no message.
    const mark = index === count ? 'messages ' : ''
    link = hash('sha256', `${link}${mark}${print(piece)}`).slice(0, LINK_DIGITS)
    links.write(link, index * LINK_BYTES, 'hex')
    tokens[index] = measurePrompt(piece)
  }
  return { tools: count, links, tokens }
}

type Piece = NonNullable<ChatBody['tools']>[number] | ChatBody['messages'][number]

// The text of a message stands behind its JSON, as long as that says: escaping it would take most of the time.
function print(piece: Piece): string {
  const { content } = piece
  if (typeof content !== 'string') return JSON.stringify(piece)
  return JSON.stringify({ ...piece, content: content.length }) + content
}

/** Pieces that two prompts have in common, from the start on. */
export function countCommon(one: Chain, other: Chain): number {
  const most = Math.min(one.tokens.length, other.tokens.length)
  let common = 0
  while (common < most && sameLink(one, other, common)) common += 1
  return common
}

function sameLink(one: Chain, other: Chain, index: number): boolean {
  const from = index * LINK_BYTES
  const to = from + LINK_BYTES
  return one.links.compare(other.links, from, to, from, to) === 0
}

/** Estimated tokens of the first pieces. @param pieces  all of them unless said */
export function tokensIn({ tokens }: Chain, pieces = tokens.length): number {
  let sum = 0
  for (const size of tokens.subarray(0, pieces)) sum += size
  return sum
}

/** Memory that a remembered chain takes, in bytes. */
export function bytesOf({ links, tokens }: Chain): number {
  return links.length + tokens.byteLength + OVERHEAD_BYTES
}
