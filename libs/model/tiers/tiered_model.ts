import { LIMITS, type Reply } from '#core'
import type { AskOptions, Model, ModelEvent } from '../models/model.js'
import { chooseTier } from './choose_tier.js'
import type { Tier, TierRules, TierStep } from './tier.js'

export interface TierOptions extends TierRules {
  main: Model
  /** The newest committed steps of a session, newest first. */
  recentSteps(sessionId: string, limit: number): readonly TierStep[]
}

/** Number of steps that the choice reads: enough for the main model's last replies and others between. */
const LOOK_BACK = LIMITS.tierRateOver * 4

/**
 * A model that gives steps to other tiers where a rule holds. Only the model's name in the request changes. When the
 * tier fails, a note reports it and the main model answers the step.
 */
export function createTiered({ main, recentSteps, ...rules }: TierOptions): Model {
  const lookBack = Math.max(LOOK_BACK, ...rules.helpers.map(({ over }) => over * 4))
  return {
    async *ask(request, options: AskOptions): AsyncGenerator<ModelEvent, Reply> {
      const steps = recentSteps(options.sessionId, lookBack)
      const { step, turn, promptTokens = 0 } = options
      const chosen = chooseTier(steps, { step, turn, promptTokens }, rules)
      if (chosen === null) return yield* main.ask(request, options)
      const { name, tier, why } = chosen
      const { modelName } = tier
      const text = `step ${step} goes to the ${name} tier (${modelName}): ${why}`
      // A turn that stays with its tier says so once.
      yield step > 1 && steps[0]?.by === name
        ? { type: 'note', text, detail: true }
        : { type: 'note', text }
      const reply = yield* tier.model.ask({ ...request, model: modelName }, options)
      const { problem } = reply
      if (options.signal.aborted || problem === null || problem.code === 'parser_error')
        return { ...reply, by: name, route: { model: modelName, ...reply.route, why } }
      yield {
        type: 'note',
        text: `the ${name} tier failed (${problem.message}); the main model answers this step`,
      }
      return yield* main.ask(request, options)
    },
  }
}

/** A model for side questions: the fast tier, or the main model when the fast tier fails. */
export function withFallback(fast: Tier, main: Tier): Model {
  return {
    async *ask(request, options): AsyncGenerator<ModelEvent, Reply> {
      const reply = yield* fast.model.ask({ ...request, model: fast.modelName }, options)
      const { problem } = reply
      if (options.signal.aborted || problem === null || problem.code === 'parser_error')
        return reply
      yield {
        type: 'note',
        text: `the fast tier failed (${problem.message}); the main model answers`,
      }
      return yield* main.model.ask({ ...request, model: main.modelName }, options)
    },
  }
}
