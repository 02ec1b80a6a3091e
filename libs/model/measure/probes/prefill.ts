import { estimateTokens } from '#core'
import { fillerLines, TIMED_LINES } from '../filler_lines.js'
import { type Known, type Probe, type ProbeAnswer, refusal, userSays } from '../probe.js'

const END = '\nReply with the one word: ok'
/** Below this, the time does not show whether a cache was used. */
const NOISE_MS = 100

function textOf(nonce: string): string {
  return `${fillerLines(TIMED_LINES, nonce).join('\n')}${END}`
}

/** Measures how fast a prompt is read, and what is reused for a longer prompt and for one that differs at its end. */
export const prefill: Probe = {
  name: 'prefill',
  order: 80,
  ask({ nonce }) {
    const text = textOf(nonce)
    const again = [
      ...userSays(text),
      { role: 'assistant' as const, content: 'ok' },
      ...userSays('Once more.'),
    ]
    const departs = text.replace(/boxes(?=\nReply)/, 'crates and a ladder')
    return [
      { messages: userSays(text), maxTokens: 4 },
      { messages: again, maxTokens: 4 },
      { messages: userSays(departs), maxTokens: 4 },
    ]
  },
  judge([first, again, departs], { nonce }: Known) {
    if (first === undefined || again === undefined || departs === undefined)
      return 'the request was not sent'
    const refused = [first, again, departs].map(refusal).find((each) => each !== null)
    if (typeof refused === 'string') return refused
    const estimate = estimateTokens(textOf(nonce))
    const tokens = first.promptTokens || estimate
    const reports = [again, departs].some(({ reusedTokens }) => reusedTokens > 0)
    const prefixReuse = isReused(again, first, reports)
    return {
      prefillPerS: Math.round((tokens * 1_000) / Math.max(1, first.firstMs)),
      tokenFactor: first.promptTokens === 0 ? null : first.promptTokens / estimate,
      prefixReuse,
      recurrent: prefixReuse === true ? not(isReused(departs, first, reports)) : null,
    }
  },
}

/** By the server's own count if it reports one, else by the time; null when it was too fast. */
function isReused(later: ProbeAnswer, first: ProbeAnswer, reports: boolean): boolean | null {
  if (reports) return later.reusedTokens > first.promptTokens / 2
  if (first.firstMs < NOISE_MS) return null
  return later.firstMs < first.firstMs / 2
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value
}
