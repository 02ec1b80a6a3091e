import type Database from 'better-sqlite3'
import { createSeals } from '../rows/seals.js'

interface TaskLine {
  id: string
  sessionId: string
  number: number
  cursor: number
  seal: string
  text: string
}

/**
 * Ends each task of a copied ledger before its first step that is not as it was committed, and removes rows whose
 * parents are lost. What stays passes `verify`.
 * @returns sentences about what was lost
 */
export function cutTasks(db: Database.Database): string[] {
  dropOrphans(db)
  const seals = createSeals(db)
  const lost = dropRootless(db)
  const tasks = db.prepare<[], TaskLine>(`
    SELECT id, session_id AS sessionId, number, cursor, seal, text FROM tasks ORDER BY number`)
  const sealOf = db
    .prepare<[string, number], string>('SELECT seal FROM episodes WHERE task_id = ? AND step = ?')
    .pluck()
  const reseal = db.prepare<[string, string]>('UPDATE tasks SET seal = ? WHERE id = ?')
  for (const task of tasks.all()) {
    if (seals.ofTask(task.id) !== task.seal)
      lost.push(`The row of task ${task.id} was changed. It is kept as it is.`)
    let good = 0
    while (sealOf.get(task.id, good + 1) === seals.ofStep(task.id, good + 1)) good += 1
    if (good !== task.cursor || hasMore(db, task.id, good)) {
      cut(db, task, good)
      lost.push(
        `Task ${task.id} ends after step ${good}. Steps ${good + 1} to ${Math.max(task.cursor, good + 1)} are lost.`,
      )
    }
    reseal.run(seals.ofTask(task.id), task.id)
  }
  lost.push(...dropImages(db))
  return lost
}

/** Rows whose parent does not exist. */
function dropOrphans(db: Database.Database): void {
  for (const table of [
    'tasks',
    'prompt_tail',
    'generations',
    'permissions',
    'restores',
    'micro_calls',
    'git_commits',
    'carried',
    'rewinds',
  ])
    db.exec(`DELETE FROM ${table} WHERE session_id NOT IN (SELECT id FROM sessions)`)
  for (const table of OF_TASKS)
    db.exec(`DELETE FROM ${table} WHERE task_id NOT IN (SELECT id FROM tasks)`)
  db.exec(`
    UPDATE sessions SET parent_id = NULL WHERE parent_id NOT IN (SELECT id FROM sessions);
    DELETE FROM evidence WHERE payload_hash NOT IN (SELECT hash FROM blobs);
    DELETE FROM intent_files WHERE intent_id NOT IN (SELECT id FROM intents);
    DELETE FROM restore_files WHERE restore_id NOT IN (SELECT id FROM restores);
    DELETE FROM prompt_tail WHERE NOT json_valid(message);
    DELETE FROM generations WHERE NOT json_valid(head);
    DELETE FROM decisions WHERE NOT json_valid(reply);
    DELETE FROM outcomes WHERE NOT json_valid(outcome);
    DELETE FROM plan_revisions WHERE NOT json_valid(state)`)
}

const OF_TASKS = [
  'episodes',
  'calls',
  'evidence',
  'plan_nodes',
  'plan_revisions',
  'decisions',
  'outcomes',
  'intents',
]

/** A task without its root node, or without the first state of it, cannot go on. */
function dropRootless(db: Database.Database): string[] {
  const gone = db
    .prepare<[], string>(`
      SELECT id FROM tasks WHERE 1 <> (SELECT count(*) FROM plan_nodes
        WHERE task_id = tasks.id AND kind = 'root' AND number IN
          (SELECT node_number FROM plan_revisions WHERE task_id = tasks.id AND step = 0))`)
    .pluck()
    .all()
  for (const id of gone) {
    for (const table of OF_TASKS) db.prepare(`DELETE FROM ${table} WHERE task_id = ?`).run(id)
    db.prepare('DELETE FROM tasks WHERE id = ?').run(id)
  }
  return gone.map((id) => `Task ${id} is lost: its plan cannot be read.`)
}

function hasMore(db: Database.Database, taskId: string, good: number): boolean {
  const tables = ['episodes', 'calls', 'evidence', 'plan_revisions']
  return tables.some((table) =>
    db.prepare(`SELECT 1 FROM ${table} WHERE task_id = ? AND step > ? LIMIT 1`).get(taskId, good),
  )
}

function cut(db: Database.Database, { id, sessionId, number }: TaskLine, good: number): void {
  for (const table of ['episodes', 'calls', 'evidence', 'plan_revisions', 'intents'])
    db.prepare(`DELETE FROM ${table} WHERE task_id = ? AND step > ?`).run(id, good)
  for (const table of ['decisions', 'outcomes'])
    db.prepare(`DELETE FROM ${table} WHERE task_id = ?`).run(id)
  db.prepare(`
    UPDATE tasks SET cursor = ?, status = 'interrupted', cites = '[]', proven = 0, doubt = NULL,
      fresh_step = min(fresh_step, ?), end_text = ? WHERE id = ?`).run(
    good,
    good,
    `the ledger was repaired: the steps after ${good} are lost`,
    id,
  )
  const isLast = db
    .prepare('SELECT 1 FROM tasks WHERE session_id = ? AND number > ? LIMIT 1')
    .get(sessionId, number)
  // The prompt of a later task was built on the lost steps: it starts again from the ledger.
  const where = isLast === undefined ? 'AND task_id = @id AND step > @good' : ''
  for (const table of ['prompt_tail', 'generations'])
    db.prepare(`DELETE FROM ${table} WHERE session_id = @sessionId ${where}`).run(
      isLast === undefined ? { sessionId, id, good } : { sessionId },
    )
}

/** Undo needs both versions of a file; an open edit without them cannot be finished. */
function dropImages(db: Database.Database): string[] {
  const isMissing = `before_hash NOT IN (SELECT hash FROM blobs)
    OR after_hash NOT IN (SELECT hash FROM blobs)`
  const intents = db
    .prepare<[], string>(`SELECT DISTINCT intent_id FROM intent_files WHERE ${isMissing}`)
    .pluck()
    .all()
  for (const id of intents) {
    db.prepare(`
      DELETE FROM decisions WHERE (task_id, step) IN
        (SELECT task_id, step FROM intents WHERE id = ? AND status IN ('open', 'settled'))`).run(id)
    db.prepare(`
      DELETE FROM outcomes WHERE (task_id, step) NOT IN (SELECT task_id, step FROM decisions)`).run()
    db.prepare(`DELETE FROM intents WHERE status IN ('open', 'settled') AND (task_id, step) NOT IN
      (SELECT task_id, step FROM decisions)`).run()
    db.prepare('DELETE FROM intent_files WHERE intent_id = ?').run(id)
  }
  db.exec(`
    UPDATE restores SET status = 'failed' WHERE status = 'open' AND id IN
      (SELECT restore_id FROM restore_files WHERE ${isMissing});
    DELETE FROM restore_files WHERE ${isMissing}`)
  return intents.length === 0
    ? []
    : [`${intents.length} edits cannot be undone: the content of a file is lost.`]
}
