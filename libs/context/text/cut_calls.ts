import { estimateTokens, type Message } from '#core'
import { estimateMessages } from './estimate_messages.js'
import { fitText } from './fit.js'

/** A shorter argument stays: the line that would replace its middle costs as much. */
const LEAST_TOKENS = 40
/** Part of a shortened argument that comes from its beginning; the rest comes from its end. */
const HEAD_SHARE = 0.6
/** Tokens of the mark that replaces the middle. */
const MARK_TOKENS = 16

/**
 * Shortens what the model wrote in a step: the middle of long arguments, and of a long text beside them. The call was
 * made as it was written, and the ledger has all of it. No key and no short argument changes, so the message stays a
 * valid call.
 * @returns the same message where it takes no more than `budgetTokens`; else the largest form that does, or the smallest one
 */
export function cutCalls(message: Message, budgetTokens: number): Message {
  let cut = message
  let most = Math.max(LEAST_TOKENS, budgetTokens)
  while (most >= LEAST_TOKENS && estimateMessages([cut]) > budgetTokens) {
    cut = shorten(message, Math.floor(most))
    most *= 0.8
  }
  return cut
}

function shorten(message: Message, mostTokens: number): Message {
  const calls = message.tool_calls?.map((call) => {
    const { name, arguments: given } = call.function
    const short = JSON.stringify(shortenValue(JSON.parse(given), mostTokens))
    return { ...call, function: { name, arguments: short } }
  })
  const content = fitText(message.content, mostTokens)
  return { ...message, content, ...(calls === undefined ? {} : { tool_calls: calls }) }
}

function shortenValue(value: unknown, mostTokens: number): unknown {
  if (typeof value === 'string') return shortenText(value, mostTokens)
  if (Array.isArray(value)) return value.map((each) => shortenValue(each, mostTokens))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, each]) => [key, shortenValue(each, mostTokens)])
  return Object.fromEntries(entries)
}

/**
 * The first and the last lines of a text; of a single line its first and last characters. A model that copies the mark
 * between them is refused (libs/tools/edit/guards/find_result_marks.ts).
 */
function shortenText(text: string, mostTokens: number): string {
  const tokens = estimateTokens(text)
  if (tokens <= Math.max(LEAST_TOKENS, mostTokens)) return text
  const keep = Math.floor((text.length * Math.max(0, mostTokens - MARK_TOKENS)) / tokens)
  const start = text.slice(0, Math.ceil(keep * HEAD_SHARE))
  const end = text.slice(text.length - Math.floor(keep * (1 - HEAD_SHARE)))
  const from = start.lastIndexOf('\n')
  const to = end.indexOf('\n')
  if (from === -1 && to === -1)
    return `${start} … ${text.length - start.length - end.length} characters left out … ${end}`
  const head = from === -1 ? start : start.slice(0, from)
  const tail = to === -1 ? end : end.slice(to + 1)
  const left = text
    .slice(head.length, text.length - tail.length)
    .trim()
    .split('\n').length
  return `${head}\n… ${left} lines left out. The call had them.\n${tail}`
}
