import t from 'tap'
import callKills from '../siege/call_kills.js'
import { whyNoInjection } from '../siege/count_calls.js'

const skip = whyNoInjection() ?? false

t.test(
  'rows 8-11: killed at a system call, in a run and in two resumes, a task ends as without a kill',
  { timeout: 600_000, skip },
  async (t) => {
    // `npm run siege` has 15 moments of each call. Here it is one moment of two calls, others each day.
    const rows = await callKills({ moments: 1, every: 7 })
    t.equal(rows.length, 2)
    for (const { what, violations } of rows) t.same(violations, [], what)
  },
)
