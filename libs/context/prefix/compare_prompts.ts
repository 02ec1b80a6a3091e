import { type ChatRequest, estimateTokens } from '#core'
import { estimateMessages } from '../text/estimate_messages.js'
import { messageText } from './message_text.js'

/** Where a prompt differs from the one before it, and what that costs an engine that keeps one prompt. */
export interface Broken {
  /** `tools[3]`, `system text`, the name of a section of the head, or `message 7`, counted from 1. */
  place: string
  /** Estimated tokens that both begin with. */
  sameTokens: number
  /** Tokens of the prompt before that the engine had read and cannot use again. */
  lostTokens: number
  /** Tokens of the new prompt that the engine reads. */
  readTokens: number
}

type Sent = Pick<ChatRequest, 'messages' | 'tools'>
/** What tells a section in the text of the head. */
type Titled = { name: string; begins?: string | undefined }

interface Part {
  name: string
  text: string
}

const BETWEEN = '\n\n'

/**
 * Finds the first place at which a prompt differs from the one before.
 * @param sections  in their order
 * @returns null when the new prompt begins with the whole one before, so that nothing is read twice
 */
export function comparePrompts(
  before: Sent,
  after: Sent,
  sections: readonly Titled[],
): Broken | null {
  const old = wholeText(before)
  const parts = [...toolParts(after), ...messageParts(after, sections)]
  const now = parts.map(({ text }) => text).join(BETWEEN)
  if (now === old || now.startsWith(`${old}${BETWEEN}`)) return null
  const same = commonChars(old, now)
  const sameTokens = estimateTokens(now.slice(0, same))
  return {
    place: nameAt(parts, same),
    sameTokens,
    lostTokens: Math.max(0, tokensOf(before) - sameTokens),
    readTokens: Math.max(0, tokensOf(after) - sameTokens),
  }
}

/** A part of a prompt by its name: `tools`, `system text`, a section of the head, or what a role said in the tail. */
export interface PromptPart {
  name: string
  /** By our estimate. */
  tokens: number
}

/** What takes how much room in a prompt, in its order; equal names are one part. */
export function partsOfPrompt(sent: Sent, sections: readonly Titled[]): PromptPart[] {
  const tokens = new Map<string, number>()
  const add = (name: string, text: string) =>
    tokens.set(name, (tokens.get(name) ?? 0) + estimateTokens(text))
  for (const { text } of toolParts(sent)) add('tools', text)
  for (const { name, text } of messageParts(sent, sections)) {
    const number = /^message (\d+)$/.exec(name)?.[1]
    const role = number === undefined ? undefined : sent.messages[Number(number) - 1]?.role
    add(role === undefined ? name : (SAID_BY[role] ?? role), text)
  }
  return [...tokens].map(([name, count]) => ({ name, tokens: count }))
}

const SAID_BY: Readonly<Record<string, string>> = {
  user: 'messages to the model',
  assistant: 'replies of the model',
  tool: 'results of tools',
}

/** The messages were estimated for the request, so this costs little. */
function tokensOf({ tools, messages }: Sent): number {
  return estimateMessages(messages) + estimateTokens(JSON.stringify(tools))
}

function wholeText(sent: Sent): string {
  const parts = [...toolParts(sent), ...messageParts(sent, [])]
  return parts.map(({ text }) => text).join(BETWEEN)
}

function toolParts({ tools }: Sent): Part[] {
  return tools.map((tool, at) => ({ name: `tools[${at}]`, text: JSON.stringify(tool) }))
}

function messageParts({ messages }: Sent, sections: readonly Titled[]): Part[] {
  return messages.flatMap((message, at) => {
    const text = messageText(message)
    if (at === 0 && message.role === 'system') return [{ name: 'system text', text }]
    const name = `message ${at + 1}`
    return at === 1 && messages[0]?.role === 'system'
      ? headParts(text, name, sections)
      : [{ name, text }]
  })
}

/** The sections of the head, by the words that they begin with. A paragraph without such words belongs to the one before. */
function headParts(text: string, name: string, sections: readonly Titled[]): Part[] {
  const parts: Part[] = []
  let next = 0
  for (const paragraph of text.split(BETWEEN)) {
    const at = sections.findIndex(
      ({ begins }, index) =>
        index >= next && begins !== undefined && startOf(paragraph).startsWith(begins),
    )
    const last = parts.at(-1)
    if (at !== -1) {
      next = at + 1
      parts.push({ name: sections[at]?.name ?? name, text: paragraph })
    } else if (last === undefined) parts.push({ name, text: paragraph })
    else last.text += `${BETWEEN}${paragraph}`
  }
  return parts
}

/** The first paragraph has the name of the role before it. */
function startOf(paragraph: string): string {
  return paragraph.replace(/^<user>\n/, '')
}

function nameAt(parts: readonly Part[], chars: number): string {
  let start = 0
  for (const { name, text } of parts) {
    if (chars < start + text.length) return name
    start += text.length + BETWEEN.length
  }
  return parts.at(-1)?.name ?? ''
}

function commonChars(one: string, two: string): number {
  const most = Math.min(one.length, two.length)
  let same = 0
  while (same < most && one.charCodeAt(same) === two.charCodeAt(same)) same += 1
  return same
}
