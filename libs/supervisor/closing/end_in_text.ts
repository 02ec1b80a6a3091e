import type { Reply } from '#core'
import type { TaskEnd } from '#ledger'
import type { Judgement, Standing } from '#planner'

/** Ends a task whose reply has no call of the model and needs no correction. */
export function endInText(
  reply: Reply,
  { judgement, hasGround }: { judgement: Judgement; hasGround: boolean },
  failure: string | null,
): Omit<TaskEnd, 'cites'> {
  const text = reply.text.trim()
  if (judgement.ok && judgement.proven && hasGround)
    return { status: 'resolved', text, proven: true }
  if (!judgement.ok && failure !== null)
    return { status: 'failed', text: `not done, ${failure}: ${text}`, proven: false }
  return { status: 'resolved', text: `unproven: ${text}`, proven: false }
}

/** A known failure: the task ends as failed, whatever the reply says (row 155). null: none is known. */
export function failureOf(
  { lastTest, broken }: Standing,
  passedBefore: boolean | null,
): string | null {
  const worse =
    ', and they passed before the first edit (`/undo turn` or `aircoder undo --turn` reverts the edits)'
  if (lastTest?.passed === false) return `the tests fail${passedBefore === true ? worse : ''}`
  return broken.length > 0 ? `${broken.join(', ')} does not parse` : null
}
