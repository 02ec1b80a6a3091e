import { AircoderError, type Event } from '#core'
import type { TaskEnd } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { testsBefore } from '../step/standing.js'
import { restore } from './restore.js'
import { planUndo } from './undo_plan.js'

/**
 * Takes a task's edits back that left the tests worse than they were found, where the person's settings
 * say so (rows 158, 246). What somebody changed since stays; `redo` makes them again.
 */
export function* rollBack(frame: Frame, end: TaskEnd | undefined, deps: Deps): Generator<Event> {
  const { session, task } = frame.view
  if (deps.rollback !== 'on-fail' || end?.status !== 'failed') return
  const [test] = deps.ledger.find({ taskId: task.id, kind: 'test_result', limit: 1 })
  // Tests that failed before the first edit are no reason: what was mended of them stays.
  if (test?.facts.passed !== false || testsBefore(task.id, deps) === false) return
  try {
    const plan = planUndo(session.id, { back: 'step', taskId: task.id, step: 0 }, deps)
    restore(plan, deps)
    const files = plan.files.map(({ path, state }) => (state === 'clean' ? path : `${path} (left)`))
    yield { type: 'note', text: `the edits were taken back: ${files.join(', ')}` }
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    yield { type: 'note', text: `the edits were not taken back: ${error.message}` }
  }
}
