import type { Store } from '../database/store.js'
import type { ToolCounts } from '../types/view.js'

/**
 * Reads how the calls of each tool ended, by task, over the newest sessions. Calls that did not run, because a rule or a
 * loop stopped them, are left out.
 */
export function createToolCounts({ db }: Store): (sessions: number) => ToolCounts[] {
  const select = db.prepare<[number], ToolCounts>(`
    WITH newest AS (
      SELECT id, row_number() OVER (ORDER BY number DESC) - 1 AS age
      FROM (SELECT id, number FROM sessions ORDER BY number DESC LIMIT ?)
    )
    SELECT calls.tool AS tool, newest.age AS age, tasks.text AS task,
      sum(calls.ok) AS good, sum(1 - calls.ok) AS failed
    FROM newest
      JOIN tasks ON tasks.session_id = newest.id
      JOIN calls ON calls.task_id = tasks.id
    WHERE calls.denied IS NULL AND (calls.mark IS NULL OR calls.mark = 'invalid')
    GROUP BY tasks.number, calls.tool
    ORDER BY tasks.number, calls.tool`)
  return (sessions) => select.all(sessions)
}
