import { type Probe, refusal, userSays } from '../probe.js'

/** Whether it answers at all, and where its thinking comes. */
export const answer: Probe = {
  name: 'answer',
  order: 10,
  ask: () => [{ messages: userSays('Reply with the one word: ready'), maxTokens: 512 }],
  judge([heard]) {
    if (heard === undefined) return 'it was not asked'
    const { raw, reply } = heard
    if (raw.reasoning !== '') return { thinking: 'field' }
    if (reply.reasoning !== '') return { thinking: 'tags' }
    return refusal(heard) ?? { thinking: 'none' }
  },
}
