import type { Event, FileEdit } from '#core'
import { decide, type GatedTool, gateRequest } from '#gate'
import type { OpenIntent } from '#ledger'
import { permit } from '../gate/permit.js'
import { gateSession } from '../gate/session.js'
import type { StepScope } from '../step/frame.js'

/**
 * Asks the gate again whether an interrupted edit may be finished: the mode, the rules and what the paths lead to
 * may have changed since. An answer that the person gave to this call still holds where a question is due again.
 * @param edits  what is left to be written
 * @returns why it may not; null when it may
 */
export async function* mayFinish(
  { call, ordinal, gate, outcome, files }: OpenIntent,
  edits: readonly FileEdit[],
  scope: StepScope,
): AsyncGenerator<Event, string | null> {
  const { deps, frame } = scope
  const checked = deps.registry.validate(call)
  const { tool, input } = checked.ok ? checked : { tool: storedEdit(call.name, files), input: {} }
  const { workspace, parts } = deps
  const session = gateSession(frame.view.session.id, deps)
  const request = gateRequest({ tool, input, workspace, programs: parts.programs, session })
  const { decision, reason } = decide(request)
  if (decision === 'allow' || (decision === 'ask' && gate?.asked === true)) return null
  if (!checked.ok) return reason
  const result = {
    ok: true,
    text: outcome?.text ?? '',
    evidence: outcome?.evidence ?? [],
    edits: [...edits],
  }
  const ready = { ordinal, call, tool: checked.tool, input }
  const permission = yield* permit(ready, scope, async () => result)
  return permission.ok ? null : permission.reason
}

/** An edit whose tool this version does not have, or whose arguments it does not accept: only its paths count. */
function storedEdit(name: string, files: OpenIntent['files']): GatedTool {
  const paths = files.map(({ path }) => ({ path, access: 'write' as const }))
  return { name, effect: 'edit', danger: true, paths: () => paths }
}
