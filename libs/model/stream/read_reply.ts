import { LIMITS, type RecordedReply, type Reply, type Usage } from '#core'
import { type ParseOptions, parseReply } from '../parse/parse_reply.js'
import type { HiddenWords } from '../thinking/split_thinking.js'
import { readStopped, type Stop } from './stop_reply.js'

/** What came of one request, whole or ended by us. */
export interface Heard {
  raw: RecordedReply
  usage: Usage | null
  stop: Stop | null
  /** The answer as far as it was shown while it came. */
  shown: string
}

export interface ReadOptions extends ParseOptions {
  hiddenWords: HiddenWords
  /** The budget of thinking that held; absent where thinking was not to be ended. */
  thinkingTokens?: number | undefined
}

/** Turns what came into the reply, also where we ended it: then it has a problem and no calls. */
export function readReply({ raw, usage, stop }: Heard, options: ReadOptions): Reply {
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
    'Thinking took all tokens that a reply may have (finish_reason length), and no answer came; what was thought so far is kept.',
} as const

/** The token limit came while it still thought: the same as a budget that is spent. */
function thoughtOnly({ finishReason, text, calls, reasoning, problem }: Reply): boolean {
  const isCut = finishReason === 'length' && calls.length === 0 && problem !== null
  return isCut && text.trim() === '' && reasoning.trim() !== ''
}

/** Thinking as it is kept: its beginning and its end (features.md row 62). */
function cutThinking(text: string): string {
  const most = LIMITS.reasoningChars
  if (text.length <= most) return text
  const mark = `\n… ${text.length - most} characters of thinking left out …\n`
  const kept = most - mark.length
  const head = Math.ceil(kept / 2)
  return text.slice(0, head) + mark + text.slice(text.length - (kept - head))
}

/** What of the reply's text nobody has seen yet: it looked like a call until the reply was whole. */
export function unshownText({ text, problem }: Reply, shown: string): string {
  if (problem !== null) return ''
  const whole = text.trimStart()
  // The text of a reply with calls is trimmed at its end, too.
  for (const seen of [shown.trimStart(), shown.trim()])
    if (whole.startsWith(seen)) return whole.slice(seen.length)
  return `\n${whole}`
}
