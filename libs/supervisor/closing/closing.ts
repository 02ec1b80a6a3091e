import type { TaskEnd } from '#ledger'

/** What the model is told after a step, and whether the task ends. */
export interface Closing {
  corrections: string[]
  nudged: boolean
  end?: TaskEnd
}
