import { type Probe, refusal, userSays } from '../probe.js'

const LEAST_TOKENS = 16

/** Measures how fast the model writes. */
export const decode: Probe = {
  name: 'decode',
  order: 90,
  ask: () => [
    {
      messages: userSays('Count from 1 to 60, the numbers only, with a space between them.'),
      maxTokens: 160,
    },
  ],
  judge([result]) {
    if (result === undefined) return 'the request was not sent'
    const refused = refusal(result)
    if (refused !== null) return refused
    const { completionTokens, firstMs, totalMs } = result
    if (completionTokens < LEAST_TOKENS) return `only ${completionTokens} tokens were counted`
    const ms = totalMs - firstMs
    if (ms < 1) return 'the reply arrived in one piece'
    return { decodePerS: Math.round(((completionTokens - 1) * 10_000) / ms) / 10 }
  },
}
