import { countNoun, typedWords } from '#core'
import { planUndo, type RewindPlan, restore, rewind, rewindCopy, type Turn } from '#supervisor'
import { describeEnd } from '../../output/describe/describe_restore.js'
import { forkLine } from '../../sessions/fork_wanted.js'
import type { SlashContext } from '../slash_command.js'

/** A longer message does not come back to the prompt. */
const TYPED_CHARS = 4_000

/** Undoes the edits of a turn and of all later ones of its session. */
export function goBackInCode(turn: Turn, sessionId: string, { wired, print }: SlashContext): void {
  const scope = { back: 'step', taskId: turn.taskId, step: 0 } as const
  const plan = planUndo(sessionId, scope, wired.deps)
  restore(plan, wired.deps)
  for (const line of describeEnd(plan, 'undo', 'now')) print(`${line}\n`)
}

/** Takes a turn and all later ones out of the conversation. */
export function goBack(plan: RewindPlan, turn: Turn, context: SlashContext): void {
  const { wired, sessionId = '', print, goOnIn, input } = context
  const { tasks, hasPrompt } = rewind(plan, wired.deps)
  goOnIn(sessionId, !hasPrompt)
  print(`${countNoun(tasks, 'message')} left the conversation.\n`)
  if (plan.files !== null)
    for (const line of describeEnd(plan.files, 'undo', 'now')) print(`${line}\n`)
  // The message itself comes back, to be changed and sent again.
  const typed = typedWords(turn.text)
  if (typed.length <= TYPED_CHARS) input.retype(typed)
}

/** The conversation goes on in another copy; before the first message of all, in a new session. */
export function goToCopy(
  original: string,
  plan: RewindPlan,
  turn: Turn,
  context: SlashContext,
): void {
  const { wired, print, goOnIn, startNewSession, input } = context
  const copy = rewindCopy(original, plan, wired.deps)
  if (copy === null) startNewSession()
  else {
    wired.ledger.claimSession(copy)
    goOnIn(copy, false)
    print(`${forkLine(copy, original)}\n`)
  }
  if (plan.files !== null)
    for (const line of describeEnd(plan.files, 'undo', 'now')) print(`${line}\n`)
  const typed = typedWords(turn.text)
  if (typed.length <= TYPED_CHARS) input.retype(typed)
}
