import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { keptName } from '../../parts/kept_names.js'
import { forgottenUse, leftOut } from '../../parts/left_out.js'

/** Parts that one refusal names. */
const NAMED = 6

/** Each thing that the task names in a list is changed, or the end says why not. */
export const namedParts: Law = {
  name: 'named_parts',
  judge(standing, { summary, isTask }) {
    if (!isTask || standing.wants !== 'change' || changedPaths(standing).length === 0) return null
    const open = leftOut(standing, summary).slice(0, NAMED).join(', ')
    if (open !== '')
      return {
        message: `not done: the task also names ${open}, and no change is about that. Change it. If it needs no change, say at the end why.`,
        reason: `the task also names ${open}, and no change is about that`,
        refuse: 1,
      }
    const kept = keptName(standing, summary)
    if (kept !== null)
      return {
        message: `not done: the task also asks to remove ${kept}, and a file still has it. Remove it. If it has to stay, say at the end why.`,
        reason: `the task also asks to remove ${kept}, and a file still has it`,
        refuse: 1,
      }
    const use = forgottenUse(standing, summary)
    if (use === null) return null
    return {
      message: `the summary says that every use of ${use.name} was changed, but ${use.path} has it and was not changed. Change it, or say why it stays.`,
      reason: `the summary says that every use of ${use.name} was changed, and ${use.path} was not`,
      refuse: 1,
    }
  },
}
