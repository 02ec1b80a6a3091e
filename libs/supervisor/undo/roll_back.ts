import { AircoderError, type Event, type TaskStatus } from '#core'
import type { TaskEnd } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { whyLeftWorse } from '../proof/left_worse.js'
import type { Frame } from '../step/frame.js'
import { restore } from './restore.js'
import { planUndo } from './undo_plan.js'

/** Ends that do not go on. */
const ENDS: readonly TaskStatus[] = ['failed', 'stalled', 'unproven']

/**
 * Reverts the edits of a task that left the tests worse than before, where the person's settings say so
 * (rows 158, 246). Files that somebody changed since are skipped. `redo` makes the edits again.
 */
export function* rollBack(
  frame: Frame,
  end: TaskEnd | undefined,
  deps: Pick<Deps, 'ledger' | 'workspace' | 'undo'>,
): Generator<Event> {
  const { session, task } = frame.view
  if (deps.undo.rollback !== 'on-fail' || end === undefined || !ENDS.includes(end.status)) return
  // Where tests failed before the first edit, the edits may have fixed some of them.
  const why = whyLeftWorse(task.id, deps.ledger)
  if (why === null) return
  try {
    const plan = planUndo(session.id, { back: 'step', taskId: task.id, step: 0 }, deps)
    restore(plan, deps)
    const files = plan.files.map(({ path, state }) =>
      state === 'clean' ? path : `${path} (skipped)`,
    )
    yield { type: 'note', text: `the edits were reverted: ${files.join(', ')} (${why})` }
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    yield { type: 'note', text: `the edits were not reverted: ${error.message}` }
  }
}
