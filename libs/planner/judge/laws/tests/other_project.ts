import { lastChange } from '../../facts/changes.js'
import { provingTest } from '../../facts/test_rows.js'
import type { Law } from '../../facts/types.js'

/** In a folder with several languages or packages, the tests of one prove nothing of another. */
export const otherProject: Law = {
  name: 'other_project',
  judge(standing, { isTask }) {
    if (!isTask || lastChange(standing) === null) return null
    const proof = provingTest(standing)
    const [first] = proof === null ? [] : standing.uncovered
    if (proof === null || first === undefined) return null
    const why = `the test run (${proof.id}) does not test ${first.path}: ${first.why}`
    return { message: `not proven: ${why}. Run these tests.`, reason: why, refuse: 1 }
  },
}
