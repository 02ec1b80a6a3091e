import type { ChangedFile, TaskResult, TaskStatus } from '#core'
import type { Ledger } from '#ledger'

const MOST_EDITS = 10_000

/** The result of a run, read from the ledger. */
export function resultOf(
  ledger: Ledger,
  taskId: string,
  { durationMs, cause }: Pick<TaskResult, 'durationMs' | 'cause'>,
): TaskResult {
  const task = ledger.tasks().find((row) => row.id === taskId)
  if (task === undefined) throw new Error(`task ${taskId} is missing`)
  return {
    subtype: subtypeOf(task.status),
    taskId,
    sessionId: task.sessionId,
    steps: task.steps,
    text: task.endText,
    cites: task.cites,
    changes: changesOf(ledger, taskId),
    usage: ledger.usage(taskId),
    durationMs,
    proven: task.proven,
    ...(cause === undefined ? {} : { cause }),
  }
}

function subtypeOf(status: TaskStatus): TaskResult['subtype'] {
  return status === 'open' ? 'interrupted' : status
}

function changesOf(ledger: Ledger, taskId: string): ChangedFile[] {
  const byPath = new Map<string, ChangedFile>()
  for (const row of ledger.find({ taskId, kind: 'edit_applied', limit: MOST_EDITS }).reverse()) {
    const before = byPath.get(row.subject) ?? { path: row.subject, added: 0, removed: 0 }
    const added = before.added + Number(row.facts.added ?? 0)
    const removed = before.removed + Number(row.facts.removed ?? 0)
    byPath.set(row.subject, { path: row.subject, added, removed })
  }
  return [...byPath.values()]
}
