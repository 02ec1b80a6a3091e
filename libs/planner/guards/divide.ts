import type { Guard } from '../guard.js'
import type { Row } from '../judge/facts/types.js'

/** Changes in a row that left the tests failing. */
const FIXES = 3

/** After several fixes that did not help, the problem is divided before the next one (row 140). */
export const divide: Guard = {
  name: 'divide',
  cap: 4,
  rest: 4,
  watch({ rows, firstRow }) {
    const last = rows.findLast(({ kind }) => kind === 'test_result')
    if (last === undefined || last.number < firstRow || failedFixes(rows) < FIXES) return null
    return `${FIXES} changes in a row left the tests failing. Change nothing now. Read the first failing assertion in ${last.id} and the function that it calls. Say the cause in one sentence. Then fix only that.`
  },
}

/** Failing runs since the last passing one, each of them after a change of its own. */
function failedFixes(rows: readonly Row[]): number {
  let fixes = 0
  let changed = false
  for (const { kind, facts } of rows) {
    if (kind === 'edit_applied') changed = true
    if (kind !== 'test_result') continue
    if (facts.passed === true) fixes = 0
    else if (facts.passed === false && changed) fixes += 1
    changed = false
  }
  return fixes
}
