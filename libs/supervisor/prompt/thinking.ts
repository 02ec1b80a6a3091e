import type { Deps } from '../deps/deps.js'

/** The subject of the row that a spent budget of thinking leaves; see problemEvidence. */
const SUBJECT = 'model/thinking_budget'
const LATEST = 50

/**
 * Is a step asked without thinking? Once a budget is spent, until the user speaks again: our own notes
 * and results of tools do not bring it back (row 59). Read from committed rows alone, so
 * that it holds across a kill, and can be told for any step of the past.
 * @param step  the step that is asked, from 1
 */
export function isThinkingOff(taskId: string, step: number, deps: Deps): boolean {
  if (deps.thinkingBudget === 0) return true
  const before = <T extends { step: number }>(rows: T[]) => rows.filter((row) => row.step < step)
  const spent = deps.ledger
    .find({ taskId, kind: 'diagnostic', subject: SUBJECT, limit: LATEST })
    .filter((row) => row.facts.code === 'thinking_budget')
  const breach = before(spent)[0]
  if (breach === undefined) return false
  const said = deps.ledger
    .find({ taskId, kind: 'decision', subject: 'user', limit: LATEST })
    .filter((row) => row.facts.author === 'user')
  // What was said while a step ran is delivered behind it.
  return !before(said).some((row) => row.step >= breach.step)
}
