import { LIMITS } from '#core'
import type { Guard } from '../guard.js'

/** Small models announce an act, or its success, and stop (features.md row 51; context.md 7). */
export const saidNotDone: Guard = {
  name: 'said_not_done',
  watch({ textOnly, question, judgement, edited, nudgesInARow }) {
    if (!textOnly || nudgesInARow >= LIMITS.nudgesInARow) return null
    if (!judgement.ok) return judgement.message
    if (edited || question) return null
    return 'Nothing was done yet: that reply called no tool. Call the next tool now. If there is really nothing to change, call resolve and cite what shows it.'
  },
}
