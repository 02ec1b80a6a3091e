import type { Guard } from '../guard.js'
import { type LoopInput, weighLate } from '../loop.js'

/** Steps of failures: attempts that differ are stopped later than equal ones. */
const ATTEMPTS = { weight: 0.25, first: 12 }
/** The same where each call was one of the plan: nothing outside can change its answer. */
const OF_PLAN = { weight: 0.5, first: 5 }

/**
 * Steps in a row of which each call failed or was refused, each time another call: other words at `resolve`, other files
 * that are not there (row 30). One call that works starts the count again.
 */
export const onlyFailures: Guard = {
  name: 'only_failures',
  loop({ calls }) {
    const failed = trailingFailures(calls)
    const steps = new Set(failed.map(({ step }) => step)).size
    if (steps < 2) return null
    const patience = failed.every(({ effect }) => effect === 'plan') ? OF_PLAN : ATTEMPTS
    return {
      count: 1 + weighLate(steps, patience),
      before: 1 + weighLate(steps - 1, patience),
      says: `In ${steps} steps in a row, each call failed.`,
      calls: [],
      failing: true,
      denied: failed.some(({ denied }) => denied),
    }
  },
}

/** The newest calls, back to a step in which one worked or waited. */
function trailingFailures(calls: LoopInput['calls']): LoopInput['calls'] {
  const good = calls.findLast(({ ok, mark }) => ok || mark === 'waiting')
  return calls.filter(({ step }) => step > (good?.step ?? -1))
}
