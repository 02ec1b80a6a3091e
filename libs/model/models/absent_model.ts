import type { Reply } from '#core'
import type { Model } from './model.js'

/** A model without an endpoint: every reply has a problem with the reason. */
export function createAbsentModel(why: string): Model {
  const problem = { code: 'unreachable', message: why } as const
  const reply: Reply = {
    text: '',
    reasoning: '',
    calls: [],
    problem,
    finishReason: null,
    usage: null,
  }
  return {
    async *ask() {
      yield* []
      return reply
    },
  }
}
