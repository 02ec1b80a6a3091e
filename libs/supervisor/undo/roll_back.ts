import { AircoderError, type Event } from '#core'
import type { TaskEnd } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { testsBefore } from '../proof/standing.js'
import type { Frame } from '../step/frame.js'
import { restore } from './restore.js'
import { planUndo } from './undo_plan.js'

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
  if (deps.undo.rollback !== 'on-fail' || end?.status !== 'failed') return
  const [test] = deps.ledger.find({ taskId: task.id, kind: 'test_result', limit: 1 })
  // Where tests failed before the first edit, the edits may have fixed some of them.
  if (test?.facts.passed !== false || testsBefore(task.id, deps) === false) return
  try {
    const plan = planUndo(session.id, { back: 'step', taskId: task.id, step: 0 }, deps)
    restore(plan, deps)
    const files = plan.files.map(({ path, state }) =>
      state === 'clean' ? path : `${path} (skipped)`,
    )
    yield { type: 'note', text: `the edits were reverted: ${files.join(', ')}` }
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    yield { type: 'note', text: `the edits were not reverted: ${error.message}` }
  }
}
