import type { Guard } from '../guard.js'
import { isSameStep } from '../loop.js'

/** Steps without anything new. */
const STEPS = 6

/** Steps that bring nothing new, in any order: every call was made before, with the same result (row 30). */
export const stall: Guard = {
  name: 'stall',
  cap: 4,
  rest: STEPS,
  watch({ calls, textOnly, step }) {
    if (textOnly) return null
    const from = step - STEPS
    const steps = new Set(calls.filter((call) => call.step > from).map((call) => call.step))
    const isStalled = calls.every(
      (call, at) => call.step <= from || calls.slice(0, at).some((old) => isSameStep(old, call)),
    )
    if (steps.size < STEPS || !isStalled) return null
    return `Your last ${STEPS} steps showed nothing new: each call was made before, with the same result. Say in one sentence what you know. Then make the next edit, or look at a file that you have not read.`
  },
}
