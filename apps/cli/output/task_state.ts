import type { Ledger, TaskRow } from '#ledger'

/** The status of a task in one or two words. An open task is running where a process works in its session. */
export function taskState(task: TaskRow, ledger: Pick<Ledger, 'usedBy'>): string {
  if (task.status !== 'open') return task.status
  const owner = ledger.usedBy(task.sessionId)
  return owner === null ? 'open' : `running in ${owner}`
}
