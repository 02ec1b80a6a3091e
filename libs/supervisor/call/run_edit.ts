import type { Outcome } from '#core'
import { hashBytes } from '#workspace'
import { addSyntaxErrors } from '../checks/syntax_check.js'
import { halfDoneOutcome } from '../step/half_done.js'
import { intend } from './intend.js'
import type { AllowedCall, CallScope } from './scope/allowed_call.js'
import { toolContext } from './scope/tool_context.js'
import { startOutcome } from './start_outcome.js'

/** Intent, then effect: the ledger has both versions of every file before the first file changes. */
export async function runEdit(allowed: AllowedCall, scope: CallScope): Promise<Outcome> {
  const { call, tool, input, gate, workspace, ordinal } = allowed
  const { frame, deps, signal } = scope
  const finish = startOutcome(allowed, scope)
  const made = allowed.result ?? (await tool.run(input, toolContext(allowed, workspace, scope)))
  const result = await addSyntaxErrors(made, workspace, signal)
  const expected = finish(result)
  const edits = result.edits ?? []
  if (!result.ok || edits.length === 0) return expected
  const intentId = intend(allowed, { edits, outcome: expected }, scope)
  const applied = workspace.applyEdits(edits, { tempTag: intentId })
  if (applied.ok) return expected
  const { path, message, written = [] } = applied
  const standing = edits
    .filter((edit) => written.includes(edit.path))
    .map((edit) => ({ path: edit.path, chain: [edit.before, edit.after].map(hashOrNull) }))
  const half = { path, message, standing, ordinal }
  const outcome = { ...halfDoneOutcome(call, half, deps.ledger), gate }
  deps.ledger.settle(intentId, outcome)
  frame.stored.add(ordinal)
  return outcome
}

function hashOrNull(bytes: Buffer | null): string | null {
  return bytes && hashBytes(bytes)
}
