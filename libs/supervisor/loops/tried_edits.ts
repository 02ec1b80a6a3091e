import type { ToolCall } from '#core'
import type { View } from '#ledger'
import type { TriedEdit } from '#planner'
import type { Tool } from '#tools'
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
    .filter(({ tool, denied }) => isEdit(deps.registry.find(tool)) && denied === undefined)
    .map(({ callId, ok }) => ({
      path: pathOf(
        frame.reply.calls.find(({ id }) => id === callId),
        deps,
      ),
      ok,
      step: frame.number,
    }))
}

function pastEdits({ task }: View, deps: EditDeps): TriedEdit[] {
  const edits = deps.registry.list().filter(isEdit)
  const names = edits.map(({ name }) => name)
  return deps.ledger
    .callsOf(task.id, { steps: LOOK_BACK, tools: names })
    .filter(({ denied }) => denied === null)
    .map(({ call, ok, step }) => ({ path: pathOf(call, deps), ok, step }))
}

/** What is loaded from the web is no text of the model. */
function isEdit(tool: Tool | null): boolean {
  return tool?.effect === 'edit' && tool.urls === undefined
}

/** The file of an edit in one spelling: `./a.txt` is `a.txt`. */
function pathOf(
  call: Pick<ToolCall, 'name' | 'arguments'> | undefined,
  { registry, workspace }: EditDeps,
): string | null {
  const path = call === undefined ? null : registry.placeIn(call)
  if (path === null) return null
  const place = workspace.resolve(path)
  return place.ok ? place.relative : path
}
