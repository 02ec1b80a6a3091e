import type { Outcome } from '#core'
import type { Tool } from '#tools'
import { runCommand } from './run_command.js'
import { runEdit } from './run_edit.js'
import { runMemory } from './run_memory.js'
import type { AllowedCall, CallScope } from './scope/allowed_call.js'
import { toolContext } from './scope/tool_context.js'
import { startOutcome } from './start_outcome.js'

type Runner = (call: AllowedCall, scope: CallScope) => Promise<Outcome>

const RUNNERS: Record<Tool['effect'], Runner> = {
  read: runPure,
  plan: runPure,
  edit: runEdit,
  command: runCommand,
  memory: runMemory,
}

/** Runs a call that the gate allowed. */
export async function runCall(call: AllowedCall, scope: CallScope): Promise<Outcome> {
  const outcome = await RUNNERS[call.tool.effect](call, scope)
  const { ok, mark, evidence } = outcome
  // What the user stopped did not fail by its form.
  const isCut = scope.signal.aborted && !ok && mark === undefined && evidence.length === 0
  return isCut ? { ...outcome, mark: 'skipped' } : outcome
}

/** A call that changes nothing outside of the ledger needs no intent. */
async function runPure(call: AllowedCall, scope: CallScope): Promise<Outcome> {
  const finish = startOutcome(call, scope)
  const { tool, input, workspace } = call
  return finish(call.result ?? (await tool.run(input, toolContext(call, workspace, scope))))
}
