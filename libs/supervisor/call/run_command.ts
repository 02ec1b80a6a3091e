import { LIMITS, type Outcome } from '#core'
import { watchOutside } from '#workspace'
import { judgeLint } from '../checks/judge_lint.js'
import { withLook, withOutside } from '../proof/command_facts.js'
import { intend } from './intend.js'
import type { AllowedCall, CallScope } from './scope/allowed_call.js'
import { toolContext } from './scope/tool_context.js'
import { startOutcome } from './start_outcome.js'

const WAITS = /(?:^|[\s;&|(])(?:sleep|wait|watch|until|while)\b/

/**
 * Intent, spawn, then the end of the command is stored at once: a command that ended never runs again, whatever
 * happens while its result is judged. The judged outcome replaces it.
 */
export async function runCommand(allowed: AllowedCall, scope: CallScope): Promise<Outcome> {
  const { call, tool, input, workspace, ordinal } = allowed
  const { frame, deps, signal } = scope
  const { ledger, undo } = deps
  const finish = startOutcome(allowed, scope)
  const intentId = intend(allowed, { edits: [], outcome: null }, scope)
  // What an interrupted run of this call changed is a part of what the call changes.
  const before = frame.treeBefore.get(ordinal) ?? (await undo.snapshots?.take(signal))
  // What it changes is looked for after a kill too, and what runs in the background at the end of the task.
  if (before) undo.snapshots?.keepCall(intentId, before)
  const changedOutside = watchOutside(allowed.outside)
  // A check of the program is a proof only when it ends.
  const movable = call.origin === 'program' ? undefined : deps.person.offerMove?.()
  const running = tool.run(input, {
    ...toolContext(allowed, workspace, scope),
    move: movable?.signal,
    onSpawn: (pid, startTime) => ledger.spawned(intentId, pid, startTime),
    onOutput: (soFar) => ledger.progress(intentId, soFar),
    // Until the tree was looked at, the command may have changed anything.
    onEnd: (plain) =>
      ledger.settle(
        intentId,
        finish(withOutside(withLook(plain, before && null), changedOutside())),
        plain.inBackground === true,
      ),
  })
  const result = await running.finally(movable?.end)
  // The changes of an interrupted command are kept too, within a short time.
  const keepSignal = signal.aborted ? AbortSignal.timeout(LIMITS.cutLookMs) : signal
  const look = before ? await undo.snapshots?.look(before, keepSignal) : before
  if (look && look.changes.length > 0) ledger.keepChanges(intentId, look.changes)
  const finished = finish(withOutside(withLook(result, look), changedOutside()))
  const made = isWaiting(allowed, deps) ? { ...finished, mark: 'waiting' as const } : finished
  const outcome = call.origin === 'program' ? judgeLint(call, made, { frame, deps }) : made
  ledger.settle(intentId, outcome, result.inBackground === true)
  frame.stored.add(ordinal)
  return outcome
}

/** Whether a command may give another result later without a change of the model: something else runs, or it waits itself. */
function isWaiting({ tool, input }: AllowedCall, { workspace }: CallScope['deps']): boolean {
  return workspace.background.isBusy() || WAITS.test(tool.command?.(input) ?? '')
}
