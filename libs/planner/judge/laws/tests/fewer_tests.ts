import { provingTest } from '../../facts/test_rows.js'
import type { Law, Row } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'

/** Code that ends a test program early, or skips tests, leaves fewer of them in the same run. */
export const fewerTests: Law = {
  name: 'fewer_tests',
  judge(standing, { isTask }) {
    const proof = isTask ? provingTest(standing) : null
    if (proof === null) return null
    // The law of changed tests says what a test lost.
    const { changes, checkTexts, rows } = standing
    if (changes.some(({ path }) => kindOfPath(path, checkTexts) === 'test')) return null
    const most = Math.max(...rows.filter((row) => isSame(row, proof)).map(countOf))
    if (countOf(proof) >= most) return null
    const why = `the test run (${proof.id}) ran ${countOf(proof)} tests, and an earlier run ${most}`
    return {
      message: `not proven: ${why}. Find out why tests no longer run. Correct that in the code.`,
      reason: why,
      refuse: 1,
    }
  },
}

function isSame({ kind, subject, facts }: Row, proof: Row): boolean {
  return kind === 'test_result' && subject === proof.subject && facts.cwd === proof.facts.cwd
}

function countOf({ facts }: Row): number {
  return typeof facts.tests === 'number' ? facts.tests : 0
}
