import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Run } from './before_task.js'

/**
 * How much of --max-steps this run has used: each call counts as one, and a step without a call as one. Counted
 * from rows, so that a kill changes nothing.
 */
export function usedSteps(
  { task }: Pick<View, 'task'>,
  run: Pick<Run, 'counted'>,
  { ledger }: Pick<Deps, 'ledger'>,
): number {
  const { step, used } = run.counted
  // Committed rows stay as they are, so only those of new steps are counted.
  if (task.step > step)
    run.counted = { step: task.step, used: used + ledger.usedSteps(task.id, step) }
  return run.counted.used
}
