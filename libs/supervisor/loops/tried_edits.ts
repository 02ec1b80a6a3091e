import type { View } from '#ledger'
import type { TriedEdit } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered } from '../step/frame.js'

type EditDeps = Pick<Deps, 'ledger' | 'registry' | 'workspace'>

/** Steps that are searched. */
const LOOK_BACK = 40

/** All attempts to edit a file in this task, oldest first: from committed steps and from this one so far. */
export function triedEdits(frame: Frame, deps: EditDeps): TriedEdit[] {
  return [...pastEdits(frame.view, deps), ...newEdits(frame, deps)]
}

/** The attempts of this step. */
export function newEdits(frame: Frame, deps: EditDeps): TriedEdit[] {
  return ordered(frame)
    .filter(({ tool, denied }) => isEdit(tool, deps) && denied === undefined)
    .map(({ callId, ok }) => ({
      path: placeOf(pathOf(frame, callId), deps),
      ok,
      step: frame.number,
    }))
}

function pastEdits({ task }: View, deps: EditDeps): TriedEdit[] {
  return deps.ledger
    .stepsOf(task.id, LOOK_BACK)
    .reverse()
    .flatMap(({ step, calls }) =>
      calls
        .filter(({ tool, denied }) => isEdit(tool, deps) && denied === null)
        .map(({ path, ok }) => ({ path: placeOf(path, deps), ok, step })),
    )
}

function isEdit(tool: string, { registry }: EditDeps): boolean {
  return registry.find(tool)?.effect === 'edit'
}

function pathOf({ reply }: Frame, callId: string): string | null {
  const args = reply.calls.find(({ id }) => id === callId)?.arguments ?? {}
  const edits = Array.isArray(args.edits) ? args.edits : []
  const path = args.path ?? edits[0]?.path
  return typeof path === 'string' ? path : null
}

/** One spelling for each file: `./a.txt` is `a.txt`. */
function placeOf(path: string | null, { workspace }: EditDeps): string | null {
  if (path === null) return null
  const place = workspace.resolve(path)
  return place.ok ? place.relative : path
}
