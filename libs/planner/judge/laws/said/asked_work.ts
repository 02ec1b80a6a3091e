import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { undonePart } from '../../parts/asked_work.js'

/** A file, a commit or an error that the task asks for beside its change is there, or the end says why not. */
export const askedWork: Law = {
  name: 'asked_work',
  judge(standing, { summary, isTask }) {
    if (!isTask || standing.wants !== 'change' || changedPaths(standing).length === 0) return null
    const part = undonePart(standing, summary)?.slice(0, 80)
    if (part === undefined) return null
    return {
      message: `not done: the task also asks "${part}", and no change and no command shows it. Do it. If it cannot be done, say at the end why.`,
      reason: `the task also asks "${part}", and no change and no command shows it`,
      refuse: 1,
    }
  },
}
