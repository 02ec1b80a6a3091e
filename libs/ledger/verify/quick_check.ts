import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { createSeals } from '../rows/seals.js'
import { sha256 } from '../values/hash.js'

/** How much is looked at: enough for what a resumed prompt is made of, and constant for a ledger of any length. */
const NEWEST_STEPS = 20
const NEWEST_TASKS = 5
const NEWEST_ROWS = 200
const HASHED_BLOBS = 50
const HASHED_BYTES = 65_536

/**
 * Checks what a session is about to go on from: its newest tasks and steps are as they were written, the contents that
 * they name exist, its prompt can be read, and the file has all its pages. Takes some milliseconds whatever the
 * length of the ledger. The count of acknowledged writes is checked when the file is opened.
 * @returns sentences about damage; none: nothing was found
 */
export function quickCheck(db: Database.Database, path: string, sessionId: string): string[] {
  try {
    return [
      ...pages(db, path),
      ...newestSteps(db, sessionId),
      ...contents(db, sessionId),
      ...prompt(db, sessionId),
    ]
  } catch (error) {
    // Damage makes the database itself refuse.
    return [`SQLite reports: ${error instanceof Error ? error.message : error}`]
  }
}

/** Pages that are only in the log are counted as well, so the file may be shorter while there is one. */
function* pages(db: Database.Database, path: string): Generator<string> {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const bytes =
    Number(db.pragma('page_count', { simple: true })) *
    Number(db.pragma('page_size', { simple: true }))
  const size = statSync(path).size
  if (log === 0 && size < bytes) yield `the file has ${size} of ${bytes} bytes`
}

function* newestSteps(db: Database.Database, sessionId: string): Generator<string> {
  const { ofStep, ofTask } = createSeals(db)
  const tasks = db
    .prepare<[string, number], { id: string; seal: string; cursor: number }>(
      'SELECT id, seal, cursor FROM tasks WHERE session_id = ? ORDER BY number DESC LIMIT ?',
    )
    .all(sessionId, NEWEST_TASKS)
  const sealOf = db
    .prepare<[string, number], string>('SELECT seal FROM episodes WHERE task_id = ? AND step = ?')
    .pluck()
  let left = NEWEST_STEPS
  for (const { id, seal, cursor } of tasks) {
    if (ofTask(id) !== seal) yield `task ${id} is not as it was written`
    for (let step = cursor; step > 0 && left > 0; step -= 1, left -= 1)
      if (sealOf.get(id, step) !== ofStep(id, step))
        yield `step ${step} of task ${id} is not as it was committed`
  }
}

function* contents(db: Database.Database, sessionId: string): Generator<string> {
  const rows = newestRows(db, sessionId)
  for (const { number, bytes, stored } of rows)
    if (stored !== bytes) yield `the content of evidence e${number} is missing`
  const bytesOf = db.prepare<[string], Buffer>('SELECT bytes FROM blobs WHERE hash = ?').pluck()
  const small = rows.filter(({ bytes, stored }) => stored === bytes && bytes <= HASHED_BYTES)
  for (const { number, hash } of small.slice(0, HASHED_BLOBS)) {
    const found = bytesOf.get(hash)
    if (found !== undefined && sha256(found) !== hash)
      yield `the content of evidence e${number} is not as it was written`
  }
  const images = db
    .prepare<[string], string>(`
      SELECT DISTINCT intents.id FROM intents JOIN tasks ON tasks.id = intents.task_id
        JOIN intent_files ON intent_id = intents.id
      WHERE tasks.session_id = ? AND intents.status IN ('open', 'settled') AND (
        before_hash IS NOT NULL AND before_hash NOT IN (SELECT hash FROM blobs)
        OR after_hash IS NOT NULL AND after_hash NOT IN (SELECT hash FROM blobs))`)
    .pluck()
    .all(sessionId)
  for (const id of images) yield `a file content of the open edit ${id} is missing`
}

interface Content {
  number: number
  bytes: number
  hash: string
  /** Bytes that are stored; null: the content is missing. */
  stored: number | null
}

/** Task by task, each by its index: a long task is not read to its beginning. */
function newestRows(db: Database.Database, sessionId: string): Content[] {
  const tasks = db
    .prepare<[string], string>('SELECT id FROM tasks WHERE session_id = ? ORDER BY number DESC')
    .pluck()
    .all(sessionId)
  const ofTask = db.prepare<[string, number], Content>(`
    SELECT number, payload_bytes AS bytes, payload_hash AS hash,
      (SELECT length(bytes) FROM blobs WHERE hash = payload_hash) AS stored
    FROM evidence WHERE task_id = ? ORDER BY step DESC, number DESC LIMIT ?`)
  const rows: Content[] = []
  for (const id of tasks) {
    if (rows.length >= NEWEST_ROWS) break
    rows.push(...ofTask.all(id, NEWEST_ROWS - rows.length))
  }
  return rows
}

function* prompt(db: Database.Database, sessionId: string): Generator<string> {
  const broken = db
    .prepare<[{ id: string }], string>(`
      WITH newest AS (
        SELECT number, head, tail_from_seq FROM generations WHERE session_id = @id
        ORDER BY number DESC LIMIT 1)
      SELECT 'message ' || seq FROM prompt_tail WHERE session_id = @id AND NOT json_valid(message)
        AND seq >= coalesce((SELECT tail_from_seq FROM newest), 0)
      UNION ALL SELECT 'head ' || number FROM newest WHERE NOT json_valid(head)
      UNION ALL SELECT 'decision ' || step FROM decisions JOIN tasks ON tasks.id = task_id
        WHERE session_id = @id AND NOT json_valid(reply)`)
    .pluck()
    .all({ id: sessionId })
  for (const name of broken) yield `the prompt's ${name} cannot be read`
}
