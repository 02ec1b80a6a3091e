import { cutCalls, estimateMessages, type NumberedOutcome, stepMessages } from '#context'
import { LIMITS, type Message } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { windowOf } from '../window/window.js'
import { roomForStep } from './gap.js'

type Step = Pick<Frame, 'view' | 'number' | 'reply' | 'estimatedTokens'>

/** What a step adds to the prompt beside its reply. */
interface Added {
  outcomes: readonly NumberedOutcome[]
  notes: readonly string[]
  /** Messages of the user; they stay as they are. */
  said?: readonly Message[]
}

/**
 * The messages that a step adds to the prompt. Soon after a rebuild a reply that would fill the window before the next
 * one may come is shown without the middle of its long arguments (docs/design/prompt.md#rebuild). What was sent before
 * does not change, so the engine still holds all of it.
 */
export function messagesOfStep(
  step: Step,
  { outcomes, notes, said = [] }: Added,
  deps: Pick<Deps, 'ledger' | 'endpoint' | 'assembleMode'>,
): Message[] {
  const thoughtTokens = Math.floor(windowOf(step.view, deps) * LIMITS.thoughtShare)
  const messages = [...stepMessages(step.reply, outcomes, notes, thoughtTokens), ...said]
  const [reply, ...rest] = messages
  const room = roomForStep(step, deps)
  if (reply?.role !== 'assistant' || estimateMessages(messages) <= room) return messages
  return [cutCalls(reply, room - estimateMessages(rest)), ...rest]
}
