import { LIMITS } from '#core'
import type { Store } from '../database/store.js'
import type { Rebuild, Statement } from '../types/view.js'

/** Reads what the model wrote beside its calls, newest first; steps without text are left out. */
export function createStatements({ db }: Store): (taskId: string, limit: number) => Statement[] {
  const select = db.prepare<[string, number], Statement>(`
    SELECT step, substr(reply ->> '$.text', 1, ${LIMITS.statementChars}) AS text FROM episodes
    WHERE task_id = ? AND problem IS NULL AND reply ->> '$.text' <> ''
    ORDER BY step DESC LIMIT ?`)
  return (taskId, limit) => select.all(taskId, limit)
}

/** Reads when the newest step of a session was committed; null: it has none. */
export function createLastStep({ db }: Store): (sessionId: string) => number | null {
  const select = db
    .prepare<[string], number>(`
      SELECT committed_ms FROM episodes JOIN tasks ON tasks.id = episodes.task_id
      WHERE session_id = ? ORDER BY episodes.rowid DESC LIMIT 1`)
    .pluck()
  return (sessionId) => select.get(sessionId) ?? null
}

/** Reads the prompts that a task made after its first one, oldest first. */
export function createRebuilds({ db }: Store): (taskId: string) => Rebuild[] {
  const select = db.prepare<[string], Rebuild>(`
    SELECT step, reason FROM generations WHERE task_id = ? AND reason <> 'start' ORDER BY number`)
  return (taskId) => select.all(taskId)
}
