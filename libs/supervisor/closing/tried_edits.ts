import type { Outcome } from '#core'
import type { GuardInput } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/** Steps that are searched. */
const LOOK_BACK = 40

/** All attempts to edit a file in this task, oldest first: from committed steps and from this one. */
export function triedEdits(
  frame: Frame,
  outcomes: readonly Outcome[],
  { ledger, registry }: Pick<Deps, 'ledger' | 'registry'>,
): GuardInput['edits'] {
  const { session, task } = frame.view
  const isEdit = (tool: string) => registry.find(tool)?.effect === 'edit'
  const fresh = outcomes
    .filter(({ tool, denied }) => isEdit(tool) && denied === undefined)
    .map(({ callId, ok }) => ({ path: pathOf(frame, callId), ok, step: frame.number }))
  if (fresh.every(({ ok }) => ok)) return fresh
  const before = ledger
    .recentSteps(session.id, LOOK_BACK)
    .filter((step) => step.taskId === task.id)
    .reverse()
    .flatMap(({ step, calls }) =>
      calls
        .filter(({ tool, denied }) => isEdit(tool) && denied === null)
        .map(({ path, ok }) => ({ path, ok, step })),
    )
  return [...before, ...fresh]
}

function pathOf({ reply }: Frame, callId: string): string | null {
  const args = reply.calls.find(({ id }) => id === callId)?.arguments ?? {}
  const edits = Array.isArray(args.edits) ? args.edits : []
  const path = args.path ?? edits[0]?.path
  return typeof path === 'string' ? path : null
}
