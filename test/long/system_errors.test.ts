import t from 'tap'
import { whyNoInjection } from '../siege/count_calls.js'
import systemErrors from '../siege/system_errors.js'

const skip = whyNoInjection() ?? false

t.test(
  'an error at any system call ends a run in words, loses no step, and leaves a task to resume',
  { timeout: 1_200_000, skip },
  async (t) => {
    // The long form has 15 moments of each call: `npm run siege`. Here it is one moment of every second call,
    // others each day.
    const rows = await systemErrors({ moments: 1, every: 2 })
    t.ok(rows.filter(({ attempts }) => attempts > 0).length >= 5)
    for (const { what, violations } of rows) {
      t.same(violations, [], what)
    }
  },
)
