import type { Guard } from '../guard.js'

const STEPS = 8

/** A long series of reads without a change (row 55). What the model says it found is kept; what it read is not. */
export const readLoop: Guard = {
  name: 'read_loop',
  aid: true,
  cap: 4,
  rest: STEPS,
  watch({ calls, textOnly, question }) {
    if (textOnly || question) return null
    const other = calls.findLastIndex(({ effect }) => effect !== 'read')
    const steps = new Set(calls.slice(other + 1).map(({ step }) => step))
    if (steps.size < STEPS) return null
    return `Your last ${steps.size} steps only read. Say in one sentence what you found. If you know the place of the change, make the edit now.`
  },
}
