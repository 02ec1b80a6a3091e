import type { Look } from '#workspace'
import type { Frame, StepScope } from '../step/frame.js'
import { rowsOf } from './rows.js'

/**
 * Looks at the tree before an end is judged: whether it is still the tree that was tested, and what background
 * commands changed. Where nothing was tested and nothing runs, there is nothing to look for.
 */
export async function lookAtTree({ frame, deps, signal }: StepScope): Promise<void> {
  const { snapshots } = deps.undo
  if (snapshots === undefined) return
  const rows = rowsOf(frame, deps)
  const isTested = rows.some(
    ({ kind, facts }) => kind === 'test_result' && facts.tree !== undefined,
  )
  const inBackground = rows.some(
    ({ facts }) => facts.background !== undefined || facts.interrupted === true,
  )
  if (!isTested && !inBackground) return
  const look = await snapshots.lookAtTask(signal)
  if (look === null) return
  frame.look = { tree: look.digest, byBackground: inBackground ? unknownTo(frame, look, deps) : [] }
}

/** Changes that no call of this session made. */
function unknownTo(
  { view }: Frame,
  { changes }: Look,
  { ledger }: Pick<StepScope['deps'], 'ledger'>,
): Look['changes'] {
  const known = new Set(ledger.touched(view.session.id).map(({ path }) => path))
  return changes.filter(({ path }) => !known.has(path))
}
