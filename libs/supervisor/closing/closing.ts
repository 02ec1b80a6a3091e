import type { TaskEnd } from '#ledger'
import type { Doubt } from '#planner'

/** Corrections for the model after a step, and whether the task ends. */
export interface Closing {
  corrections: string[]
  nudged: boolean
  /** Names of the guards that gave the corrections. */
  guards?: readonly string[]
  end?: TaskEnd
  /** Why the end is not proven; absent when it is, or when the task failed. */
  doubt?: Doubt | null
}
