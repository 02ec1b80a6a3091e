import { groundsOf } from '../answers/grounds.js'
import { changedPaths } from '../facts/changes.js'
import type { Law } from '../facts/types.js'
import { withoutProposals } from '../words/proposals.js'

/** An answer is proven by rows that were read in this task and hold what it says. It is never refused for that. */
export const grounds: Law = {
  name: 'grounds',
  judge(standing, { isTask, cites, summary, original = summary }) {
    if (!isTask || standing.wants === 'change' || changedPaths(standing).length > 0) return null
    const said = standing.isPlan ? withoutProposals(original) : original
    const missing = groundsOf(standing, cites, said)
    if (missing === null) return null
    // A plan that only proposes has nothing that a row could hold.
    if (missing.isParaphrase && said.trim() === '') return null
    const { reason, isParaphrase } = missing
    const quiet = isParaphrase || standing.onlyTeaches ? { isQuiet: true as const } : {}
    return { message: `not proven: ${reason}.`, reason, refuse: 0, ...quiet }
  },
}
