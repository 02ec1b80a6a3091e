import type { Ledger, TaskRow } from '#ledger'
import type { Wired } from './wire.js'

/** Statuses of a task that goes on without being named. */
const UNFINISHED = ['open', 'interrupted', 'limit'] as const

/** The newest task that can be resumed: of the folder, or of one session. */
export function resumable(ledger: Ledger, sessionId?: string): TaskRow | undefined {
  const of = sessionId === undefined ? {} : { sessionId }
  return ledger.tasks({ status: UNFINISHED, ...of })[0]
}

/** Opens an unfinished task again, with the model and the mode of this run. */
export function takeUp(task: TaskRow, { ledger, endpoint, deps }: Wired): void {
  if (task.status !== 'open') ledger.reopen(task.id)
  const known = ledger.view(task.id).session.windowTokens ?? endpoint.windowTokens
  ledger.updateSession(task.sessionId, {
    model: endpoint.name,
    mode: deps.gate.mode(),
    // The endpoint would refuse again what it refused before.
    windowTokens: endpoint.isWindowKnown ? Math.min(known, endpoint.windowTokens) : known,
  })
}
