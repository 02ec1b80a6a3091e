import type { Row } from './judge/facts/types.js'

/** Failing test runs since the last passing one, each of them after a change of its own. */
export function failedFixes(rows: readonly Row[]): number {
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
