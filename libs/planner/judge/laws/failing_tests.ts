import { lastChange } from '../facts/changes.js'
import { freshTests } from '../facts/test_rows.js'
import type { Law } from '../facts/types.js'

/** A change whose newest test run failed, or that does not parse, is not done. */
export const failingTests: Law = {
  name: 'failing_tests',
  judge(standing, { isTask }) {
    if (!isTask || lastChange(standing) === null) return null
    const last = freshTests(standing).at(-1)
    if (last?.facts.passed === false)
      return {
        message: `not done: the last test run failed (${last.id}). Fix what it reports. Run the tests again. Then call resolve.`,
        reason: `the tests fail (${last.id})`,
        refuse: Number.POSITIVE_INFINITY,
      }
    const { broken } = standing
    if (last?.facts.passed === true || broken.length === 0) return null
    return {
      message: `not done: ${broken.join(', ')} does not parse since the last edit. Fix it.`,
      reason: `${broken.join(', ')} does not parse`,
      refuse: Number.POSITIVE_INFINITY,
    }
  },
}
