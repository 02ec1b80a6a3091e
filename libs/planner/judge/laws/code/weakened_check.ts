import { weakenedCheck as find } from '../../code/check_inputs.js'
import type { Law } from '../../facts/types.js'

/** A linter, a coverage limit or a script that the task wants to pass is no judge of it after the task changed its data. */
export const weakenedCheck: Law = {
  name: 'weakened_check',
  judge(standing, { isTask, summary }) {
    if (!isTask || standing.wants !== 'change') return null
    const reason = find(standing, summary)
    if (reason === null) return null
    return { message: `not proven: ${reason}. Restore it, and change the code.`, reason, refuse: 1 }
  },
}
