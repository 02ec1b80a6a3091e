import type { Event } from '#core'
import type { View } from '#ledger'
import { describeSideAnswer } from '#model'
import { asksOnly, setTodos } from '#planner'
import type { Deps } from '../deps/deps.js'
import { NO_OPENING, type Opening } from '../step/frame.js'

/** Answers to a question: they are short and not vague (row 69). */
const PLAIN_ANSWER =
  /^\s*(?:y|yes|yep|no|nope|n|ok(?:ay)?|sure|continue|go on|thanks?|[a-d]|\d{1,2}|(?:option|number) \w+|(?:the )?(?:first|second|third|last)(?: one)?)\W*$/i
const LONGEST_VAGUE = 80

/** Before the first step: one question to the person about a vague task, and the steps that the task names. */
export async function* openTask(
  view: View,
  { help: { side } }: Pick<Deps, 'help'>,
  signal: AbortSignal,
): AsyncGenerator<Event, Opening> {
  const begins = view.task.status === 'open' && view.task.step === 0 && view.pending === null
  if (side === undefined || !begins) return NO_OPENING
  const { text } = view.task
  const at = { step: 1, sessionId: view.session.id, signal }
  const isAnswer = view.earlier.at(-1)?.summary.trim().endsWith('?') === true
  const isVague = !PLAIN_ANSWER.test(text) && text.length <= LONGEST_VAGUE
  if (side.has('clarify') && !isAnswer && isVague) {
    const answer = await side.ask('clarify', { task: text }, at)
    const question = String(answer.value.question)
    yield {
      type: 'note',
      text: describeSideAnswer('clarify', answer, question !== ''),
      detail: true,
    }
    if (question !== '')
      yield {
        type: 'note',
        text: `${question} The work starts without waiting. You can answer at any time.`,
      }
  }
  if (!side.has('extract_plan') || asksOnly(text)) return NO_OPENING
  const answer = await side.ask('extract_plan', { task: text }, at)
  const steps = Array.isArray(answer.value.steps) ? answer.value.steps.map(String) : []
  yield {
    type: 'note',
    text: describeSideAnswer('extract_plan', answer, steps.length > 1),
    detail: true,
  }
  if (steps.length < 2) return NO_OPENING
  const items = steps.map((step) => ({ text: step, status: 'pending' as const }))
  const list = steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
  return {
    attached: [],
    plan: setTodos(view.plan, items),
    notes: [
      `The task has these parts. They are your to-do list. Update it with todo_write:\n${list}`,
    ],
  }
}
