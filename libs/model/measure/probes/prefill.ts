import { estimateTokens } from '#core'
import { fillerLines, TIMED_LINES } from '../filler_lines.js'
import { type Heard, type Known, type Probe, refusal, userSays } from '../probe.js'

const END = '\nReply with the one word: ok'
/** Below this a clock tells nothing about a cache. */
const NOISE_MS = 100

function textOf(nonce: string): string {
  return `${fillerLines(TIMED_LINES, nonce).join('\n')}${END}`
}

/** How fast a prompt is read, and what of it is read again: the same and more, then one that departs. */
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
      return 'it was not asked'
    const refused = [first, again, departs].map(refusal).find((each) => each !== null)
    if (typeof refused === 'string') return refused
    const estimate = estimateTokens(textOf(nonce))
    const tokens = first.promptTokens || estimate
    const tells = [again, departs].some(({ reusedTokens }) => reusedTokens > 0)
    const prefixReuse = isReused(again, first, tells)
    return {
      prefillPerS: Math.round((tokens * 1_000) / Math.max(1, first.firstMs)),
      tokenFactor: first.promptTokens === 0 ? null : first.promptTokens / estimate,
      prefixReuse,
      recurrent: prefixReuse === true ? not(isReused(departs, first, tells)) : null,
    }
  },
}

/** By the server's own count where it tells one, else by the clock; null: too fast to tell. */
function isReused(later: Heard, first: Heard, tells: boolean): boolean | null {
  if (tells) return later.reusedTokens > first.promptTokens / 2
  if (first.firstMs < NOISE_MS) return null
  return later.firstMs < first.firstMs / 2
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value
}
