import type { TaskResult } from '#core'
import { wantedBy } from '#supervisor'
import { wordsOf } from '#terminal'
import { askChoice } from '../answers/ask_choice.js'
import type { Talk } from './talk.js'

const CHOICES = {
  y: { words: ['yes', 'y'] },
  a: { words: ['accept edits', 'a'] },
  e: { words: ['edit', 'e'] },
  n: { words: ['no', 'n'], reason: true },
} as const

/**
 * Offers the plan with which a task in plan mode ended: the person accepts it, edits it or refuses it.
 * @returns the task that carries it out; null: there is none now
 */
export async function offerPlan(
  result: TaskResult,
  asked: string,
  talk: Talk,
): Promise<string | null> {
  const { wired, input, interrupts, leave } = talk
  const isPlan = wired.deps.gate.mode() === 'plan' && wantedBy(asked) === 'change'
  if (!isPlan || result.subtype !== 'resolved' || result.text.trim() === '') return null
  const question = new AbortController()
  interrupts.question = question
  const prompt =
    'carry out this plan? y = yes · a = yes, and accept edits · e = edit it · n [why] = no: '
  const answer = await askChoice({ prompt, choices: CHOICES }, { input, leave }, question.signal)
  interrupts.question = null
  if (answer === null) return null
  const task = `Carry out this plan:\n${wordsOf(result.text.trim())}`
  if (answer.key === 'y' || answer.key === 'a') {
    wired.setMode(answer.key === 'a' ? 'acceptEdits' : 'default')
    return task
  }
  if (answer.key === 'e') {
    wired.setMode('default')
    input.print('Edit the plan and send it. The mode is default now.\n')
    input.retype(task)
    return null
  }
  // A reason is the next task: the plan is made again.
  return answer.reason === '' ? null : answer.reason
}
