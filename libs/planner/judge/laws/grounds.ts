import { changedPaths } from '../facts/changes.js'
import { groundsOf } from '../facts/grounds.js'
import type { Law } from '../facts/types.js'

/** An answer is proven by rows that were read in this task and hold what it says. It is never refused for that. */
export const grounds: Law = {
  name: 'grounds',
  judge(standing, { isTask, cites, summary, original = summary }) {
    if (!isTask || standing.wants === 'change' || changedPaths(standing).length > 0) return null
    const missing = groundsOf(standing, cites, original)
    if (missing === null) return null
    const { reason, isParaphrase } = missing
    const quiet = isParaphrase ? { isQuiet: true as const } : {}
    return { message: `not proven: ${reason}.`, reason, refuse: 0, ...quiet }
  },
}
