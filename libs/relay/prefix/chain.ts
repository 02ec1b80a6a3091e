import { hash } from 'node:crypto'
import type { ChatBody } from '../chat/chat_body.js'
import { measurePrompt } from '../chat/prompt_size.js'

/**
 * Bytes kept of each SHA-256. Links are compared place by place inside one session, so a collision is unlikely
 * (2^-64 for each place), and a client that forges one changes only its own figures.
 */
const LINK_BYTES = 8
const LINK_DIGITS = 2 * LINK_BYTES
/** Memory of a chain's own fields and of its entry in a map. */
const OVERHEAD_BYTES = 256

/** What is remembered of one prompt: no text of it. */
export interface Chain {
  /** The first pieces are tools, this many; the rest are messages. */
  tools: number
  /** One link for each piece, 8 bytes: the hash of this piece and all before it. */
  links: Buffer
  /** Estimated tokens of each piece. */
  tokens: Uint32Array
}

/**
 * Hashes tools and messages, in the order of the prompt. The input is the checked body as new JSON, so white space
 * and escapes of the client's JSON make no difference, and the order inside a tool does.
 */
export function chainOf({ tools, messages }: Pick<ChatBody, 'tools' | 'messages'>): Chain {
  const pieces: Piece[] = [...(tools ?? []), ...messages]
  const count = tools?.length ?? 0
  const links = Buffer.alloc(pieces.length * LINK_BYTES)
  const tokens = new Uint32Array(pieces.length)
  let link = ''
  for (const [index, piece] of pieces.entries()) {
    // Where the messages begin is part of the chain: a tool differs from a message with the same text.
    const mark = index === count ? 'messages ' : ''
    link = hash('sha256', `${link}${mark}${print(piece)}`).slice(0, LINK_DIGITS)
    links.write(link, index * LINK_BYTES, 'hex')
    tokens[index] = measurePrompt(piece)
  }
  return { tools: count, links, tokens }
}

type Piece = NonNullable<ChatBody['tools']>[number] | ChatBody['messages'][number]

// The text of a message follows its JSON, with its length in it: escaping the text would take most of the time.
function print(piece: Piece): string {
  const { content } = piece
  if (typeof content !== 'string') return JSON.stringify(piece)
  return JSON.stringify({ ...piece, content: content.length }) + content
}

/** Number of equal pieces at the start of two prompts. */
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

/** Estimated tokens of the first pieces. @param pieces  default: all */
export function tokensIn({ tokens }: Chain, pieces = tokens.length): number {
  let sum = 0
  for (const size of tokens.subarray(0, pieces)) sum += size
  return sum
}

/** Memory that a remembered chain takes, in bytes. */
export function bytesOf({ links, tokens }: Chain): number {
  return links.length + tokens.byteLength + OVERHEAD_BYTES
}
