import type { Event } from '#core'
import type { OpenIntent, PendingStep, View } from '#ledger'
import { endGroup } from '#workspace'
import { withLook } from '../proof/command_facts.js'
import { applyPlanChanges } from '../proof/plan_changes.js'
import { type Frame, openFrame, type StepScope } from '../step/frame.js'
import { interruptedOutcome, namedFiles } from '../step/outcome.js'
import { sessionShell } from '../step/session_shell.js'
import { settleEdit } from './settle_edit.js'

/**
 * Continues a step whose process died after the decision. The model is not asked again. Edits are finished
 * by content hash. A command whose result is unknown is not run again unless the user says so
 * (docs/design/durability.md#recovery). Repeating the recovery after another kill is harmless.
 */
export async function* recoverStep(
  view: View,
  pending: PendingStep,
  { deps, signal }: Omit<StepScope, 'frame'>,
): AsyncGenerator<Event, Frame> {
  const frame = openFrame(view, pending)
  for (const { ordinal, outcome } of pending.outcomes) {
    frame.outcomes.set(ordinal, applyPlanChanges(frame, deps, outcome))
    frame.stored.add(ordinal)
  }
  for (const intent of latest(pending.intents)) {
    if (frame.outcomes.has(intent.ordinal)) continue
    if (intent.effect === 'edit') {
      const text = `step ${frame.number} was interrupted: ${describeCall(intent, deps)}; finishing it`
      yield { type: 'note', text }
      yield* settleEdit(intent, { frame, deps, signal })
    } else {
      const text = await settleCommand(intent, { frame, deps, signal })
      if (text !== null) yield { type: 'note', text }
    }
    const outcome = frame.outcomes.get(intent.ordinal)
    if (outcome !== undefined && intent.gate !== undefined)
      frame.outcomes.set(intent.ordinal, { ...outcome, gate: intent.gate })
  }
  return frame
}

/** A call that was recovered before has two intents. The later one is the current one. */
function latest(intents: readonly OpenIntent[]): OpenIntent[] {
  return [...new Map(intents.map((intent) => [intent.ordinal, intent])).values()]
}

/** What the call does, in its own words. */
function describeCall({ call }: OpenIntent, { registry }: StepScope['deps']): string {
  const checked = registry.validate(call)
  return checked.ok ? checked.tool.describe(checked.input) : call.name
}

/** @returns what happens to the command, in words for the user; null: a question has named it */
async function settleCommand(
  { id, pid, startTime, call, output, ordinal }: OpenIntent,
  { frame, deps, signal }: StepScope,
): Promise<string | null> {
  const { ask } = deps.person
  if (pid !== null && startTime !== null) await endGroup(pid, startTime)
  const before = deps.undo.snapshots?.beforeCall(id) ?? null
  if (before !== null) frame.treeBefore.set(ordinal, before)
  const checked = deps.registry.validate(call)
  const command = checked.ok ? (checked.tool.command?.(checked.input) ?? call.name) : call.name
  const folder = checked.ok
    ? (sessionShell({ call, tool: checked.tool }, frame, deps)?.folder ?? '')
    : ''
  // The user's test command is safe to repeat; in another folder the same words are another command.
  if (command === deps.checks.testCommand && folder === '')
    return `half run, runs again: ${command}`
  const shown = folder === '' ? command : `${command} (in ${folder})`
  const said = await ask?.({ kind: 'interrupted_command', command: shown, output }, signal)
  const answer = said?.decision ?? 'no'
  if (answer === 'yes') return null
  // The next run asks again: the caller does not commit an interrupted recovery.
  if (said?.unanswered) return null
  const look = before && (await deps.undo.snapshots?.look(before, signal))
  if (look) deps.ledger.keepChanges(id, look.changes)
  const changed = look ? look.paths : null
  const found = interruptedOutcome(call, { command, output, changed })
  const outcome = look ? withLook(found, look) : found
  const note = 'The user says that it did its work.'
  frame.outcomes.set(
    ordinal,
    answer === 'always' ? { ...outcome, ok: true, text: `${outcome.text}\n${note}` } : outcome,
  )
  const effect = changed === null || changed.length === 0 ? '' : `\n${namedFiles(changed)}`
  return said === undefined ? `half run, not repeated: ${shown}${effect}` : null
}
