import type { Guard } from '../guard.js'
import type { LoopInput } from '../loop.js'

/** What one step that only plans counts: planning in a few steps is no loop, as in 14 it is. */
const WEIGHT = 0.5
/** Tools that only write down what the model says. */
const WRITING = new Set(['todo_write', 'record_evidence', 'spawn_child'])

/** Steps that only write the plan, or notes for it, in other words each time (row 30): nothing is read, changed or run. */
export const planOnly: Guard = {
  name: 'plan_only',
  loop({ calls }) {
    const steps = trailingSteps(calls)
    const last = calls.at(-1)
    if (steps.size < 2 || last === undefined) return null
    return {
      count: 1 + steps.size * WEIGHT,
      before: 1 + (steps.size - 1) * WEIGHT,
      says: `You made ${steps.size} steps in a row that only wrote the plan.`,
      calls: [],
      failing: false,
      denied: false,
    }
  },
}

/** The newest steps without another call than those of the plan. */
function trailingSteps(calls: LoopInput['calls']): Set<number> {
  const acts = calls.findLast(({ tool, mark }) => !WRITING.has(tool) && mark !== 'withheld')
  return new Set(calls.map(({ step }) => step).filter((step) => step > (acts?.step ?? 0)))
}
