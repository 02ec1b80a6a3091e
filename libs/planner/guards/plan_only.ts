import type { Guard } from '../guard.js'
import { type LoopInput, weighLate } from '../loop.js'

/** Steps that only plan: notes and sub-questions in a few steps are no loop, in ten they are. */
const NOTES = { weight: 0.5, first: 5 }
/** The list of steps needs no second version before anything was done. */
const OF_LIST = 1

/** Steps that only write the plan, or notes for it, in other words each time (row 30): nothing is read, changed or run. */
export const planOnly: Guard = {
  name: 'plan_only',
  loop({ calls }) {
    const steps = trailingSteps(calls)
    const last = calls.at(-1)
    if (steps.size < 2 || last === undefined) return null
    const isList = calls.every(({ step, notes }) => !steps.has(step) || notes === 'list')
    const weigh = (count: number) => (isList ? count * OF_LIST : 1 + weighLate(count, NOTES))
    return {
      count: weigh(steps.size),
      before: weigh(steps.size - 1),
      says: `You made ${steps.size} steps in a row that only wrote the plan.`,
      calls: [],
      failing: false,
      denied: false,
    }
  },
}

/** The newest steps without another call than those of the plan. */
function trailingSteps(calls: LoopInput['calls']): Set<number> {
  const acts = calls.findLast(({ notes, mark }) => notes === undefined && mark !== 'withheld')
  return new Set(calls.map(({ step }) => step).filter((step) => step > (acts?.step ?? 0)))
}
