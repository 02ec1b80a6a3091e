import { type Advice, type EndInput, refuseEnd } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered, planNow } from '../step/frame.js'
import { spokenSince } from './spoken.js'

type EndDeps = Pick<Deps, 'ledger' | 'registry' | 'workspace' | 'parts'>

/** Rows of commands that are searched for changes. */
const LOOK_BACK = 50

/** Why an end is refused that the judge accepts; null: nothing speaks against it, or it was said already. */
export function endTooEarly(
  frame: Frame,
  { standing, end }: Pick<EndInput, 'standing' | 'end'>,
  deps: EndDeps,
): Advice | null {
  const input: EndInput = {
    standing,
    end,
    plan: planNow(frame),
    isFile: (path) => deps.workspace.readFile(path, { start: 1, end: 1 }).ok,
    left: frame.left,
  }
  const spoken = spokenSince(frame, deps)
  return refuseEnd(deps.parts.guards, input, {
    step: frame.number,
    lastChange: lastChangedStep(frame, deps),
    spoken,
  })
}

/** The newest step that changed a file; 0: none did. */
function lastChangedStep(frame: Frame, { ledger }: Pick<Deps, 'ledger'>): number {
  const { view, number } = frame
  const drafts = ordered(frame).flatMap(({ evidence }) => evidence)
  if (drafts.some(({ kind, facts }) => kind === 'edit_applied' || Array.isArray(facts.changes)))
    return number
  const taskId = view.task.id
  const byCommand = (['shell_output', 'test_result'] as const).flatMap((kind) =>
    ledger
      .find({ taskId, kind, limit: LOOK_BACK })
      .filter(({ facts }) => Array.isArray(facts.changes)),
  )
  return Math.max(0, view.lastEdit?.step ?? 0, ...byCommand.map(({ step }) => step))
}
