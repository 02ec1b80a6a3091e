import { countNoun } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { taskTitle } from './task_title.js'

/**
 * The status of a task in a few words. A resolved one says whether it is proven; an open one is running where a
 * process works in its session.
 */
export function taskState(task: TaskRow, ledger: Pick<Ledger, 'usedBy'>): string {
  if (task.status === 'resolved') return `resolved, ${task.proven ? 'proven' : 'unproven'}`
  if (task.status !== 'open') return task.status
  const owner = ledger.usedBy(task.sessionId)
  return owner === null ? 'open' : `running in ${owner}`
}

/** A task in a list: id, status, steps, and the beginning of its text. */
export function taskLine(task: TaskRow, ledger: Pick<Ledger, 'usedBy'>): string {
  const { id, steps, text } = task
  return `${id}  ${taskState(task, ledger)}  ${countNoun(steps, 'step')}  ${taskTitle(text)}`
}
