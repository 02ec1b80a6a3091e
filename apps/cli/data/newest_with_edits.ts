import type { Ledger, TaskRow } from '#ledger'

/** Sessions that are looked at: more than a person starts between an edit and its undo. */
const MOST_SESSIONS = 200

/**
 * The newest task of the last session that changed files: a question asked since then has nothing to undo.
 * @param tasks  newest first
 */
export function newestWithEdits(tasks: readonly TaskRow[], ledger: Ledger): TaskRow | undefined {
  const newest = new Map<string, TaskRow>()
  for (const task of tasks) if (!newest.has(task.sessionId)) newest.set(task.sessionId, task)
  return [...newest.values()]
    .slice(0, MOST_SESSIONS)
    .find(({ sessionId }) => ledger.appliedEdits({ sessionId }).length > 0)
}
