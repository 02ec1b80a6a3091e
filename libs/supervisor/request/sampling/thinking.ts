import type { Deps } from '../../deps/deps.js'

/** The subject of the row that a spent thinking budget leaves; see problemEvidence. */
const SUBJECT = 'model/thinking_budget'
const LATEST = 50

/**
 * Whether a step is asked without thinking. Once a budget is spent, thinking stays off until the user
 * writes again: our own notes and tool results do not turn it on (row 59). Read from committed rows only,
 * so the answer is the same after a kill, and for any step of the past.
 * @param step  the step that is asked, from 1
 */
export function isThinkingOff(
  taskId: string,
  step: number,
  { ledger, sampling }: Pick<Deps, 'ledger' | 'sampling'>,
): boolean {
  if (sampling.thinkingBudget === 0) return true
  const before = <T extends { step: number }>(rows: T[]) => rows.filter((row) => row.step < step)
  const spent = ledger
    .find({ taskId, kind: 'diagnostic', subject: SUBJECT, limit: LATEST })
    .filter((row) => row.facts.code === 'thinking_budget')
  const breach = before(spent)[0]
  if (breach === undefined) return false
  const said = ledger
    .find({ taskId, kind: 'decision', subject: 'user', limit: LATEST })
    .filter((row) => row.facts.author === 'user')
  // What the user wrote during a step is delivered at its end.
  return !before(said).some((row) => row.step >= breach.step)
}
