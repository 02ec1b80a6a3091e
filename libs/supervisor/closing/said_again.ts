import { announcedStep, type Judgement, readable } from '#planner'
import type { Frame } from '../step/frame.js'

/**
 * Whether a reply without a call has the words of the reply before it, which got a correction: the model has nothing
 * else to say, so a second correction costs a step and changes nothing. What announces a step is a slip, and no end; so is
 * what a law still refuses, such as success beside a failing test, and a change that is claimed and was not made.
 * @param hasWork  something was read, run or changed in this task
 */
export function isSaidAgain(
  { view, reply }: Frame,
  { hasWork, judgement }: { hasWork: boolean; judgement: Judgement },
): boolean {
  if (!hasWork || view.nudgesInARow === 0) return false
  if (!judgement.ok || (!judgement.proven && judgement.undone === true)) return false
  const text = reply.text.trim()
  const before = view.tail.findLast(({ message }) => message.role === 'assistant')?.message.content
  if (typeof before !== 'string' || before.trim() !== text) return false
  return text !== '' && announcedStep(readable(text)) === null
}
