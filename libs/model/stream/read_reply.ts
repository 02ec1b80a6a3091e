import { LIMITS, type RecordedReply, type Reply, type Usage } from '#core'
import { type ParseOptions, parseReply } from '../parse/parse_reply.js'
import type { HiddenWords } from '../thinking/split_thinking.js'
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
  if (stop !== null) {
    const stopped = readStopped(raw, stop, options.hiddenWords)
    const reasoning = cutThinking(stopped.reasoning)
    return { ...stopped, reasoning, calls: [], finishReason: null, usage }
  }
  const reply = parseReply(raw, options)
  const problem = options.thinkingTokens !== undefined && thoughtOnly(reply) ? OUT_OF_TOKENS : null
  return {
    ...reply,
    reasoning: cutThinking(reply.reasoning),
    problem: problem ?? reply.problem,
    usage,
  }
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
