import { LIMITS, type Reply } from '#core'
import type { AskOptions, Model, ModelEvent } from './model.js'

/** A second endpoint. */
export interface Tier {
  model: Model
  /** The model's name there. */
  modelName: string
}

/** What the choice of a tier needs to know about a committed step. */
export interface TierStep {
  taskId: string
  step: number
  problem: string | null
  /** The tier that answered; null for the main model. */
  by: string | null
  calls: readonly { ok: boolean; denied: string | null }[]
}

/** The input of the rules. */
interface TierStanding {
  /** Failed steps at the end of the task, of any tier. */
  failuresInARow: number
  /** Share of the main model's last replies that failed; 0 with fewer than LIMITS.tierRateOver replies. */
  failureRate: number
  /** Successful steps of the strong tier since the main model's last step. */
  strongInARow: number
  /** The strong tier answered the last step, and the step failed. */
  strongFailed: boolean
}

/** The rules in order; the first that holds gives the step to the strong tier. */
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

/** Why the next step goes to the strong tier; null when it stays with the main model. */
function whyStrong(standing: TierStanding, retries: number): string | null {
  return RULES.find((rule) => rule.holds(standing, retries))?.why(standing) ?? null
}

/** Computes the rules' input from committed steps, so that a restart gives the same choice. */
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

/** True for a reply with a problem, and for one whose calls all failed and were not denied by a rule. */
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
  /** Retries after an invalid reply of the main model, from its profile (row 48). */
  retries: number
  strong: Tier
  /** The newest committed steps of a session, newest first. */
  recentSteps(sessionId: string, limit: number): readonly TierStep[]
}

/** Number of steps that the choice reads: enough for the main model's last replies and others between. */
const LOOK_BACK = LIMITS.tierRateOver * 4

/**
 * A model that gives a step to the strong tier when a rule holds, and returns to the main model after
 * success. Only the model's name in the request changes. When the tier fails, a note reports it and the main
 * model answers the step.
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
        return { ...reply, by: STRONG, route: { model: modelName, ...reply.route, why } }
      yield {
        type: 'note',
        text: `the strong tier failed (${problem.message}); the main model answers this step`,
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
