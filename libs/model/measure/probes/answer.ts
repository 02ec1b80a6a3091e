import { type Probe, refusal, userSays } from '../probe.js'

/** Measures whether the model answers, and where its thinking is. */
export const answer: Probe = {
  name: 'answer',
  order: 10,
  ask: () => [{ messages: userSays('Reply with the one word: ready'), maxTokens: 512 }],
  judge([result]) {
    if (result === undefined) return 'the request was not sent'
    const { raw, reply } = result
    if (raw.reasoning !== '') return { thinking: 'field' }
    if (reply.reasoning !== '') return { thinking: 'tags' }
    return refusal(result) ?? { thinking: 'none' }
  },
}
