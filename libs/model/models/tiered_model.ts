import { LIMITS, type Reply } from '#core'
import type { AskOptions, Model, ModelEvent } from './model.js'

/** A second endpoint, ready to be asked. */
export interface Tier {
  model: Model
  /** The model's name there. */
  modelName: string
}

/** How a committed step went, as far as the choice of a tier needs it; newest first. */
export interface TierStep {
  taskId: string
  step: number
  problem: string | null
  /** Who answered; null: the main model. */
  by: string | null
  calls: readonly { ok: boolean; denied: string | null }[]
}

/** What the rules look at. */
interface TierStanding {
  /** Failed steps at the end of the task, whoever answered them. */
  failuresInARow: number
  /** Share of the main model's last replies that failed; 0 below LIMITS.tierRateOver replies. */
  failureRate: number
  /** Good steps of the strong tier since the main model's last one. */
  strongInARow: number
  /** The last step was the strong tier's and failed: it does no better. */
  strongFailed: boolean
}

/** The rules, in order: the first that holds gives the step to the strong tier. */
const RULES: {
  holds(standing: TierStanding, retries: number): boolean
  why(standing: TierStanding): string
}[] = [
  {
    holds: ({ failuresInARow, strongFailed }, retries) => failuresInARow > retries && !strongFailed,
    why: ({ failuresInARow }) => `${failuresInARow} steps in a row failed`,
  },
  {
    holds: ({ failureRate, strongInARow, strongFailed }) =>
      failureRate > LIMITS.tierRate && strongInARow < LIMITS.tierBack && !strongFailed,
    why: ({ failureRate }) =>
      `${Math.round(failureRate * 100)} % of the last ${LIMITS.tierRateOver} replies failed`,
  },
]

const STRONG = 'strong'

/** Why the next step goes to the strong tier; null: it stays with the main model. */
function whyStrong(standing: TierStanding, retries: number): string | null {
  return RULES.find((rule) => rule.holds(standing, retries))?.why(standing) ?? null
}

/** Reads the standing from committed steps, so that a restart chooses the same. */
function standingOf(steps: readonly TierStep[], nextStep: number): TierStanding {
  const [last] = steps
  const ofTask = last?.step === nextStep - 1 ? steps.filter((s) => s.taskId === last.taskId) : []
  const main = steps.filter(({ by }) => by === null).slice(0, LIMITS.tierRateOver)
  const failed = main.filter(isFailure).length
  return {
    failuresInARow: leading(ofTask, isFailure),
    failureRate: main.length < LIMITS.tierRateOver ? 0 : failed / main.length,
    strongInARow: leading(steps, (step) => step.by === STRONG && !isFailure(step)),
    strongFailed: ofTask[0]?.by === STRONG && isFailure(ofTask[0]),
  }
}

/** A reply that could not be used, or all of whose calls failed for another reason than a rule. */
function isFailure({ problem, calls }: TierStep): boolean {
  if (problem !== null) return true
  return calls.length > 0 && calls.every(({ ok, denied }) => !ok && denied === null)
}

function leading(steps: readonly TierStep[], holds: (step: TierStep) => boolean): number {
  const end = steps.findIndex((step) => !holds(step))
  return end === -1 ? steps.length : end
}

export interface TierOptions {
  main: Model
  /** What a broken reply of the main model is worth in tries, by its profile (features.md row 48). */
  retries: number
  strong: Tier
  /** The newest committed steps of a session, newest first. */
  recentSteps(sessionId: string, limit: number): readonly TierStep[]
}

/** Steps that the choice looks back on: the main model's last replies with some of others between. */
const LOOK_BACK = LIMITS.tierRateOver * 4

/**
 * A model that gives a step to the strong tier when the rules say so, and back after success. The
 * request stays as it is but for the model's name; a tier that is down is told once and the main model goes on.
 */
export function createTiered({ main, retries, strong, recentSteps }: TierOptions): Model {
  return {
    async *ask(request, options: AskOptions): AsyncGenerator<ModelEvent, Reply> {
      const standing = standingOf(recentSteps(options.sessionId, LOOK_BACK), options.step)
      const why = whyStrong(standing, retries)
      if (why === null) return yield* main.ask(request, options)
      const { modelName } = strong
      yield {
        type: 'note',
        text: `step ${options.step} goes to the strong tier (${modelName}): ${why}`,
      }
      const reply = yield* strong.model.ask({ ...request, model: modelName }, options)
      const { problem } = reply
      if (options.signal.aborted || problem === null || problem.code === 'parser_error')
        return { ...reply, by: STRONG }
      yield {
        type: 'note',
        text: `the strong tier cannot be used (${problem.message}); the main model goes on`,
      }
      return yield* main.ask(request, options)
    },
  }
}

/** For side questions: the fast tier, and the main model where that one fails. */
export function withFallback(fast: Tier, main: Tier): Model {
  return {
    async *ask(request, options): AsyncGenerator<ModelEvent, Reply> {
      const reply = yield* fast.model.ask({ ...request, model: fast.modelName }, options)
      const { problem } = reply
      if (options.signal.aborted || problem === null || problem.code === 'parser_error')
        return reply
      yield {
        type: 'note',
        text: `the fast tier cannot be used (${problem.message}); the main model answers`,
      }
      return yield* main.model.ask({ ...request, model: main.modelName }, options)
    },
  }
}
