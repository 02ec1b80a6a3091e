import t from 'tap'
import { LONG_MS } from '../kit/rotation.js'
import sessionKills from '../siege/session_kills.js'

t.test(
  'a session that is killed in /rewind or /fork loses nothing, and the next start says what is so',
  { timeout: LONG_MS },
  async (t) => {
    // `npm run siege` has 15 moments of each call. Here it is two moments of two calls, others each day.
    for (const { what, violations, skipped } of await sessionKills({ moments: 2, every: 3 }))
      t.same(violations, [], skipped ?? what)
  },
)
