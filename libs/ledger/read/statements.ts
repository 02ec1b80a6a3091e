import { LIMITS, wordsBeforeCall } from '#core'
import type { Store } from '../database/store.js'
import type { Rebuild, Statement } from '../types/view.js'

/**
 * Reads what the model wrote beside its calls in the newest steps, newest first; steps without text are left out. Of a reply
 * of which the call could not be read, these are the words before it.
 * The limit is that of steps: a task in which the model writes nothing is not read to its beginning.
 */
export function createStatements({ db }: Store): (taskId: string, steps: number) => Statement[] {
  const select = db.prepare<[{ taskId: string; steps: number }], Statement & { isRead: number }>(`
    SELECT step, substr(reply ->> '$.text', 1, ${LIMITS.statementChars}) AS text, problem IS NULL AS isRead
    FROM episodes WHERE task_id = @taskId AND (problem IS NULL OR problem = 'parser_error')
      AND reply ->> '$.text' <> ''
      AND step > (SELECT cursor FROM tasks WHERE id = @taskId) - @steps
    ORDER BY step DESC`)
  return (taskId, steps) =>
    select.all({ taskId, steps }).flatMap(({ step, text, isRead }) => {
      const words = isRead === 1 ? text : wordsBeforeCall(text)
      return words === '' ? [] : [{ step, text: words }]
    })
}

/** Reads when the newest step of a session was committed; null: it has none. */
export function createLastStep({ db }: Store): (sessionId: string) => number | null {
  const select = db
    .prepare<[string], number>(`
      SELECT committed_ms FROM episodes WHERE rowid = (
        SELECT max((SELECT its.rowid FROM episodes AS its WHERE its.task_id = tasks.id
          ORDER BY its.step DESC LIMIT 1))
        FROM tasks WHERE session_id = ?)`)
    .pluck()
  return (sessionId) => select.get(sessionId) ?? null
}

/** Reads the newest prompts that a task made after its first one, oldest first. */
export function createRebuilds({ db }: Store): (taskId: string, limit?: number) => Rebuild[] {
  const select = db.prepare<[string, number], Rebuild>(`
    SELECT step, reason FROM generations WHERE task_id = ? AND reason <> 'start'
    ORDER BY number DESC LIMIT ?`)
  return (taskId, limit = -1) => select.all(taskId, limit).reverse()
}
