import { LIMITS, type RecordedReply, type Reply, type Usage } from '#core'
import { isObject, parseJson } from '../json/parse_json.js'
import { type ParseOptions, parseReply } from '../parse/parse_reply.js'
import { type Bound, describeBound } from '../reading/bound.js'
import type { HiddenWords } from '../thinking/split_thinking.js'
import { createRepetitionDetector } from './detect_repetition.js'
import { readStopped, type Stop } from './stop_reply.js'

/** What one request returned: a whole reply, or one that the client stopped. */
export interface StreamedReply {
  raw: RecordedReply
  usage: Usage | null
  stop: Stop | null
  /** The part of the answer that was shown during the stream. */
  shown: string
}

export interface ReadOptions extends ParseOptions {
  hiddenWords: HiddenWords
  /** The budget for thinking, in tokens; absent without a budget. */
  thinkingTokens?: number | undefined
}

/** Turns a streamed reply into a Reply. A reply that the client stopped has a problem and no calls. */
export function readReply({ raw, usage, stop }: StreamedReply, options: ReadOptions): Reply {
  if (stop?.kind === 'long') return { ...readLong(raw, stop.what, options), usage }
  if (stop !== null) return { ...readEnded(raw, stop, options), usage }
  const reply = parseReply(raw, options)
  const loop = loopAtCut(raw, reply)
  if (loop !== null) return { ...readEnded(raw, loop, options), usage }
  const problem = options.thinkingTokens !== undefined && thoughtOnly(reply) ? OUT_OF_TOKENS : null
  return {
    ...reply,
    reasoning: cutThinking(reply.reasoning),
    problem: problem ?? reply.problem,
    usage,
  }
}

function readEnded(
  raw: RecordedReply,
  stop: Exclude<Stop, { kind: 'long' }>,
  { hiddenWords }: ReadOptions,
): Omit<Reply, 'usage'> {
  const stopped = readStopped(raw, stop, hiddenWords)
  const reasoning = cutThinking(stopped.reasoning)
  return { ...stopped, reasoning, calls: [], finishReason: null }
}

/** The loop in which a reply without calls was when the token limit ended it: more tokens would not help. */
function loopAtCut(raw: RecordedReply, { calls, finishReason }: Omit<Reply, 'usage'>) {
  if (finishReason !== 'length' || calls.length > 0) return null
  const parts = [
    ['reasoning', raw.reasoning],
    ['content', raw.content],
    ['arguments', raw.tool_calls.at(-1)?.arguments ?? ''],
  ] as const
  for (const [field, text] of parts) {
    const detector = createRepetitionDetector(field)
    detector.push(text)
    const loop = detector.cut()
    if (loop !== null) return { kind: 'loop', field, loop, isCut: true } as const
  }
  return null
}

/** A reply that passed a bound: what was whole counts, and the problem says what the bound is. */
function readLong(raw: RecordedReply, bound: Bound, options: ReadOptions): Reply {
  const last = bound === 'calls' ? raw.tool_calls.length : raw.tool_calls.length - 1
  const from = raw.tool_calls.findIndex(({ arguments: given }, at) => {
    const isEmpty = given.trim() === '' && at < last
    return !isEmpty && !isObject(parseJson(given))
  })
  const whole = from === -1 ? raw.tool_calls : raw.tool_calls.slice(0, from)
  // A call as text may be cut in the middle; the native ones are whole.
  const finish = whole.length > 0 ? 'tool_calls' : 'length'
  const cut = { ...raw, tool_calls: whole, finish_reason: finish }
  const { text, reasoning, calls } = parseReply(cut, options)
  const ran = calls.length === 0 ? 'No call was run.' : 'Only the calls before that were run.'
  const message = `The reply was ended as too long: ${describeBound(bound)}. ${ran} Send less in one reply. Make the other calls in later replies.`
  return {
    text: headOf(text),
    reasoning: cutThinking(reasoning),
    calls,
    problem: { code: 'too_long', message },
    finishReason: null,
    usage: null,
  }
}

/** The beginning of a text that nobody reads to its end. */
function headOf(text: string): string {
  return text.length <= LIMITS.reasoningChars ? text : `${text.slice(0, LIMITS.reasoningChars)}…`
}

const OUT_OF_TOKENS = {
  code: 'thinking_budget',
  message:
    'Thinking used all tokens of the reply (finish_reason length). There is no answer. The thinking so far is kept.',
} as const

/** True when the token limit ended the reply during thinking. This counts as a spent thinking budget. */
function thoughtOnly({ finishReason, text, calls, reasoning, problem }: Reply): boolean {
  const isCut = finishReason === 'length' && calls.length === 0 && problem !== null
  return isCut && text.trim() === '' && reasoning.trim() !== ''
}

/** The beginning and the end of long thinking, as it is stored (row 62). */
function cutThinking(text: string): string {
  const most = LIMITS.reasoningChars
  if (text.length <= most) return text
  const mark = `\n… ${text.length - most} characters of thinking omitted …\n`
  const kept = most - mark.length
  const head = Math.ceil(kept / 2)
  return text.slice(0, head) + mark + text.slice(text.length - (kept - head))
}

/** The reply's text that was not shown during the stream because it looked like a call. */
export function unshownText({ text, problem }: Reply, shown: string): string {
  if (problem !== null) return ''
  const whole = text.trimStart()
  // The text of a reply with calls is trimmed at its end as well.
  for (const seen of [shown.trimStart(), shown.trim()])
    if (whole.startsWith(seen)) return whole.slice(seen.length)
  return `\n${whole}`
}
