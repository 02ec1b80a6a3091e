import type { TaskEnd } from '#ledger'

/** Corrections for the model after a step, and whether the task ends. */
export interface Closing {
  corrections: string[]
  nudged: boolean
  end?: TaskEnd
}
