import type { Event, Outcome } from '#core'
import type { Workspace } from '#workspace'
import { permit } from '../gate/permit.js'
import { mayMerge, mergeEdit } from '../help/merge_edit.js'
import type { ReadyCall } from '../step/frame.js'
import { deniedOutcome } from '../step/outcome.js'
import type { AllowedCall, CallScope } from './scope/allowed_call.js'
import { toolContext } from './scope/tool_context.js'

type Prepared = { ok: true; allowed: AllowedCall } | { ok: false; outcome: Outcome }

/** Asks the gate, and the person where that is needed. The caller runs what was allowed. */
export async function* prepareCall(
  ready: ReadyCall,
  scope: CallScope,
): AsyncGenerator<Event, Prepared> {
  const { call, tool, input } = ready
  const compute = (workspace: Workspace) => tool.run(input, toolContext(ready, workspace, scope))
  const permission = yield* permit(ready, scope, compute)
  const meant = meantBy(ready, scope.deps.workspace)
  const gate = { rule: permission.rule, asked: permission.asked }
  if (!permission.ok)
    return { ok: false, outcome: { ...deniedOutcome(call, permission, meant), gate } }
  const { workspace, outside, result } = permission
  const allowed = { ...ready, gate, workspace, outside, result }
  if (tool.effect !== 'edit' || !mayMerge(scope.deps)) return { ok: true, allowed }
  const merged = yield* mergeEdit(result ?? (await compute(workspace)), ready, scope)
  if (!merged.ok) return { ok: false, outcome: { ...deniedOutcome(call, merged, meant), gate } }
  return { ok: true, allowed: { ...allowed, result: merged.result } }
}

/** What a call would write or run, for the end of a task that was refused it. */
function meantBy({ tool, input }: ReadyCall, workspace: Workspace) {
  const writes = tool.paths(input).filter(({ access }) => access === 'write')
  return {
    writes: writes.map(({ path }) => {
      const place = workspace.resolve(path)
      return place.ok ? place.relative : path
    }),
    command: tool.command?.(input),
  }
}
