import type { Guard } from '../guard.js'
import { claimsPass } from '../judge/stated/claims.js'
import { readable } from '../judge/words/readable.js'

/** "All tests pass", beside a call, while the newest run failed. At the end of a task the judge says it. */
export const overClaim: Guard = {
  name: 'over_claim',
  cap: 5,
  rest: 3,
  watch({ reply, rows, textOnly }) {
    if (textOnly || !claimsPass(readable(reply.text))) return null
    const last = rows.findLast(({ kind }) => kind === 'test_result')
    if (last?.facts.passed !== false) return null
    return `The last test run (${last.id}) failed. Read its output. Fix what it names.`
  },
}
