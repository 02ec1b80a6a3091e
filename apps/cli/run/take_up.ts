import type { Ledger, TaskRow } from '#ledger'
import type { Wired } from './wire.js'

/** Statuses of a task that goes on without being named. */
const UNFINISHED = ['open', 'interrupted', 'limit'] as const

/** The newest task that can be resumed: of the folder, or of one session. A running task cannot. */
export function resumable(ledger: Ledger, sessionId?: string): TaskRow | undefined {
  const of = sessionId === undefined ? {} : { sessionId }
  const tasks = ledger.tasks({ status: UNFINISHED, ...of })
  return tasks.find((task) => ledger.usedBy(task.sessionId) === null)
}

/** Tasks of this folder that other processes work on now, newest first. */
export function runningElsewhere(ledger: Ledger): { task: TaskRow; owner: string }[] {
  return ledger.tasks({ status: ['open'] }).flatMap((task) => {
    const owner = ledger.usedBy(task.sessionId)
    return owner === null ? [] : [{ task, owner }]
  })
}

/** Opens an unfinished task again, with the model and the mode of this run. */
export function takeUp(task: TaskRow, { ledger, endpoint, deps }: Wired): void {
  ledger.claimSession(task.sessionId)
  if (task.status !== 'open') ledger.reopen(task.id)
  const known = ledger.view(task.id).session.windowTokens ?? endpoint.windowTokens
  ledger.updateSession(task.sessionId, {
    model: endpoint.name,
    mode: deps.gate.mode(),
    // The endpoint would refuse again what it refused before.
    windowTokens: endpoint.isWindowKnown ? Math.min(known, endpoint.windowTokens) : known,
  })
}
