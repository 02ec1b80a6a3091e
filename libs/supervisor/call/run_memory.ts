import { describeSystemError, type Outcome } from '#core'
import type { AllowedCall, CallScope } from './scope/allowed_call.js'
import { toolContext } from './scope/tool_context.js'
import { startOutcome } from './start_outcome.js'

/**
 * Changes what is remembered if the person said yes, now or by `a` in this session; else the change becomes a
 * proposal. Made again after a kill it changes nothing: a note that says the same is found first.
 */
export async function runMemory(allowed: AllowedCall, scope: CallScope): Promise<Outcome> {
  const { tool, input, workspace, gate } = allowed
  const finish = startOutcome(allowed, scope)
  const made = allowed.result ?? (await tool.run(input, toolContext(allowed, workspace, scope)))
  const { memory } = scope.deps
  if (!made.ok || made.memory === undefined || memory === undefined) return finish(made)
  try {
    const isAllowed = gate.asked || gate.rule === 'approved'
    return finish({ ok: true, text: memory.change(made.memory.change, isAllowed) })
  } catch (error) {
    return finish({
      ok: false,
      text: `Nothing was changed in memory: ${describeSystemError(error)}.`,
    })
  }
}
