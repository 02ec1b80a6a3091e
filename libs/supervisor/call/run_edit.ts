import type { Outcome } from '#core'
import { addSyntaxErrors } from '../checks/syntax_check.js'
import { conflictOutcome } from '../step/outcome.js'
import type { AllowedCall, CallScope } from './allowed_call.js'
import { intend } from './intend.js'
import { startOutcome } from './start_outcome.js'
import { toolContext } from './tool_context.js'

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
  const outcome = { ...conflictOutcome(call, applied.path, applied.message), gate }
  deps.ledger.settle(intentId, outcome)
  frame.stored.add(ordinal)
  return outcome
}
