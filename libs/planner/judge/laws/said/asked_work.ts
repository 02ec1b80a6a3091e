import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { undonePart } from '../../parts/asked_work.js'

/** A file, a commit or an error that the task asks for beside its change is there, or the end says why not. */
export const askedWork: Law = {
  name: 'asked_work',
  judge(standing, { summary, isTask }) {
    if (!isTask || standing.wants !== 'change' || changedPaths(standing).length === 0) return null
    const undone = undonePart(standing, summary)
    if (undone === null) return null
    const part = undone.part.slice(0, 80)
    if (undone.isAdmitted) {
      const reason = `the task also asks "${part}", and the end says that it was not done`
      return { message: `not proven: ${reason}.`, reason, refuse: 0 }
    }
    return {
      message: `not done: the task also asks "${part}", and no change and no command shows it. Do it. If it cannot be done, say at the end why.`,
      reason: `the task also asks "${part}", and no change and no command shows it`,
      refuse: 1,
    }
  },
}
