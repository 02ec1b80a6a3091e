import { LIMITS } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Run } from './before_task.js'

/**
 * How much of --max-steps this run has used: each call counts as one, and a step without a call as one. Counted
 * from rows, so that a kill changes nothing.
 */
export function usedSteps(
  { task }: Pick<View, 'task'>,
  { first }: Pick<Run, 'first'>,
  { ledger, maxSteps }: Pick<Deps, 'ledger' | 'maxSteps'>,
): number {
  const steps = task.step - first.task.step
  // So few steps cannot have reached it: the rows are not counted.
  if (steps * LIMITS.replyCalls < maxSteps - LIMITS.replyCalls) return steps
  return ledger.usedSteps(task.id, first.task.step)
}
