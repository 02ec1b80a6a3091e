import { changedPaths } from '../facts/changes.js'
import { provingTest } from '../facts/test_rows.js'
import type { Law } from '../facts/types.js'
import { refusedCall } from '../stated/refused_call.js'

/** The task is also done when its condition holds already. */
const CONDITIONAL =
  /\b(?:make sure|ensure|verify|if (?:needed|necessary|required)|make (?:the |all )?tests pass)\b/i

/** A task that asks for a change is not proven by reading. */
export const noChange: Law = {
  name: 'no_change',
  judge(standing, { isTask }) {
    if (!isTask || standing.wants !== 'change' || changedPaths(standing).length > 0) return null
    if (CONDITIONAL.test(standing.asked) && provingTest(standing) !== null) return null
    if (standing.rows.some(({ facts }) => facts.outside === true))
      return {
        message: 'only files outside of the folder were changed.',
        reason: 'only files outside of the folder were changed, and no test shows them',
        refuse: 0,
      }
    const refused = refusedCall(standing.rows)
    if (refused !== null)
      return {
        message: 'no file was changed.',
        reason: `no file was changed: a call was refused (${refused})`,
        refuse: 0,
      }
    return {
      message: 'no file was changed.',
      reason: 'the task asks for a change, and no file was changed',
      refuse: 0,
    }
  },
}
