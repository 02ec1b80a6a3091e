import { type Probe, refusal, userSays } from '../probe.js'

const LEAST_TOKENS = 16

/** How fast it writes. */
export const decode: Probe = {
  name: 'decode',
  order: 90,
  ask: () => [
    {
      messages: userSays('Count from 1 to 60, the numbers only, with a space between them.'),
      maxTokens: 160,
    },
  ],
  judge([heard]) {
    if (heard === undefined) return 'it was not asked'
    const refused = refusal(heard)
    if (refused !== null) return refused
    const { completionTokens, firstMs, totalMs } = heard
    if (completionTokens < LEAST_TOKENS) return `only ${completionTokens} tokens were counted`
    const ms = totalMs - firstMs
    if (ms < 1) return 'all of it came at once'
    return { decodePerS: Math.round(((completionTokens - 1) * 10_000) / ms) / 10 }
  },
}
