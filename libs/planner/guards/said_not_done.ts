import { LIMITS } from '#core'
import type { Guard } from '../guard.js'

const NOTHING_DONE =
  'Nothing was done yet: that reply called no tool. Call the next tool now. If there is really nothing to change, call resolve and cite what shows it.'
const UNPROVEN =
  'Nothing proves yet that the task is done. Compare what was changed with every part of the task: call the next tool for what is missing, or check a result and call resolve citing it.'

/** Small models announce an act, or its success, and stop (row 51; docs/design/prompt.md#end-of-a-task). */
export const saidNotDone: Guard = {
  name: 'said_not_done',
  watch({ textOnly, question, judgement, edited, openTodos, nudgesInARow }) {
    if (!textOnly || nudgesInARow >= LIMITS.nudgesInARow) return null
    if (!judgement.ok) return judgement.message
    if (openTodos.length > 0 && !question) {
      return `Your list still has open items: ${openTodos.join('; ')}. Do the next one, or update the list with todo_write.`
    }
    if (edited) return judgement.proven || nudgesInARow >= LIMITS.nudgesUnproven ? null : UNPROVEN
    return question ? null : NOTHING_DONE
  },
}
