import type { Question } from '#supervisor'
import { columnsOf, FEW_ROWS, type Input } from '#terminal'

/** Whether a question shows a difference. */
export function hasDiff(question: Question): boolean {
  return question.kind === 'permission' && question.diff !== null
}

/** What is in front of a call in its row. */
const SIGN_COLUMNS = 2

/** Whether the row of the call that is asked about would show only its beginning, or leave the window. */
export function isCallCut(
  question: Question,
  { columns, rows }: Pick<Input, 'columns' | 'rows'>,
): boolean {
  if (question.kind !== 'permission') return false
  if (rows() < FEW_ROWS) return true
  const { describe } = question
  return (
    !hasDiff(question) &&
    (describe.includes('\n') || columnsOf(describe) + SIGN_COLUMNS > columns())
  )
}
