import t from 'tap'
import { whyNoInjection } from '../siege/count_calls.js'
import powerLoss from '../siege/power_loss.js'

const skip = whyNoInjection() ?? false

t.test(
  'a loss of power loses no committed step and damages neither ledger nor files',
  { timeout: 600_000, skip },
  async (t) => {
    // `npm run siege` has a longer run, and loses the power after every change.
    const rows = await powerLoss({ steps: 8, every: 8, finish: 5 })
    for (const { what, attempts, violations } of rows) {
      t.ok(attempts > 0, what)
      t.same(violations, [], what)
    }
  },
)
