import type { Outcome } from '#core'
import type { ToolResult } from '#tools'
import type { AllowedCall, CallScope } from './scope/allowed_call.js'

/** What a call is about to do. */
interface Plan {
  edits: NonNullable<ToolResult['edits']>
  /** The expected outcome; for edits only. */
  outcome: Outcome | null
}

/** Stores the intent of a call, with the reply and the outcomes before it. Returns the id of the intent. */
export function intend(
  { ordinal, call, tool, gate }: AllowedCall,
  { edits, outcome }: Plan,
  { frame, deps }: CallScope,
): string {
  const settled = [...frame.outcomes]
    .filter(([index]) => !frame.stored.has(index))
    .map(([index, earlier]) => ({ ordinal: index, outcome: earlier }))
  const intentId = deps.ledger.intend({
    taskId: frame.view.task.id,
    step: frame.number,
    reply: frame.reply,
    ordinal,
    call,
    effect: tool.effect === 'edit' ? 'edit' : 'command',
    edits,
    outcome,
    gate,
    settled,
    estimatedTokens: frame.estimatedTokens,
  })
  for (const { ordinal: index } of settled) frame.stored.add(index)
  return intentId
}
