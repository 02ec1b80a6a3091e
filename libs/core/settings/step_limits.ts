/** Kinds of tasks that can have a limit of steps of their own. */
export const TASK_KINDS = ['question', 'run', 'session'] as const
/** question: its text only asks for an answer · run: `-p`, `run`, `resume` · session: in front of a person. */
export type TaskKind = (typeof TASK_KINDS)[number]

/** The two settings that decide. A kind without a limit of its own has `maxSteps`; 0 is no limit. */
export interface StepSettings {
  maxSteps: number
  stepLimits: { readonly [Kind in TaskKind]?: number | undefined }
}

/** The limit of a kind of task, row 24; Infinity: none. */
export function stepLimit({ maxSteps, stepLimits }: StepSettings, kind: TaskKind): number {
  return numberOf(stepLimits[kind]) ?? maxSteps
}

/** Joins limits. A layer that sets only `maxSteps` means it for every kind. */
export function joinLimits(below: StepSettings, above: Partial<StepSettings>): StepSettings {
  const { maxSteps = below.maxSteps, stepLimits = {} } = above
  const kept = above.maxSteps === undefined ? below.stepLimits : {}
  return { maxSteps, stepLimits: { ...kept, ...stepLimits } }
}

/** Joins limits so that none becomes higher. */
export function lowerLimits(below: StepSettings, wish: Partial<StepSettings>): StepSettings {
  const maxSteps = Math.min(below.maxSteps, wish.maxSteps ?? below.maxSteps)
  const stepLimits: StepSettings['stepLimits'] = Object.fromEntries(
    TASK_KINDS.flatMap((kind) => {
      const wanted = numberOf(wish.stepLimits?.[kind]) ?? wish.maxSteps ?? Number.POSITIVE_INFINITY
      const limit = Math.min(stepLimit(below, kind), wanted)
      return limit === maxSteps ? [] : [[kind, limit === Number.POSITIVE_INFINITY ? 0 : limit]]
    }),
  )
  return { maxSteps, stepLimits }
}

function numberOf(limit: number | undefined): number | undefined {
  return limit === 0 ? Number.POSITIVE_INFINITY : limit
}
