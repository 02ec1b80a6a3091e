import { failedFixes } from '../failed_fixes.js'
import type { Guard } from '../guard.js'

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
