import { failedTest } from '../../facts/test_rows.js'
import type { Law } from '../../facts/types.js'
import { claimsSuccess } from '../../stated/claims.js'

/** A row of this task shows the opposite of what the end says. */
export const contradicted: Law = {
  name: 'contradicted',
  judge(standing, { summary, isTask }) {
    const failed = isTask && standing.wants !== 'text' ? failedTest(standing) : null
    if (failed === null || !claimsSuccess(summary)) return null
    const { subject, id } = failed
    return {
      message: `not so: the last test run failed (${id}). Read its output. Say what it shows.`,
      reason: `${subject.slice(0, 80)} failed (${id})`,
      refuse: 1,
    }
  },
}
