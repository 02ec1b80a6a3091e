import type Database from 'better-sqlite3'
import { openReader } from '../database/open_reader.js'
import { createSeals } from '../rows/seals.js'
import type { Verdict } from '../types/queries.js'
import { sha256 } from '../values/hash.js'

/** Laws of the ledger: each statement gives one word for every breach, and `says` puts it in a sentence. */
const LAWS: readonly { sql: string; says: string }[] = [
  {
    sql: `SELECT id FROM tasks WHERE cursor <>
      (SELECT coalesce(max(step), 0) FROM episodes WHERE task_id = tasks.id)`,
    says: 'the cursor of task {} is not at its last episode',
  },
  {
    sql: `SELECT task_id FROM episodes GROUP BY task_id
      HAVING count(*) <> max(step) OR min(step) <> 1`,
    says: 'the episodes of task {} have a gap',
  },
  {
    sql: `SELECT intents.id FROM intents JOIN tasks ON tasks.id = task_id
      WHERE step <= cursor AND intents.status IN ('open', 'settled')`,
    says: 'intent {} is open although its step was committed',
  },
  {
    sql: `SELECT task_id FROM decisions JOIN tasks ON id = task_id WHERE step <> cursor + 1
      UNION SELECT task_id FROM outcomes JOIN tasks ON id = task_id WHERE step <> cursor + 1`,
    says: 'task {} has a pending decision that is not for its next step',
  },
  {
    sql: `SELECT id FROM tasks WHERE 1 <>
      (SELECT count(*) FROM plan_nodes WHERE task_id = tasks.id AND kind = 'root')`,
    says: 'task {} does not have exactly one root node',
  },
  {
    sql: `SELECT 'n' || node.number FROM plan_nodes AS node
      LEFT JOIN plan_nodes AS parent ON parent.number = node.parent_number
      WHERE (node.kind = 'root') <> (node.parent_number IS NULL)
        OR (parent.number IS NOT NULL AND parent.task_id <> node.task_id)`,
    says: 'plan node {} hangs in the wrong place',
  },
  {
    sql: `SELECT 'n' || node_number FROM plan_revisions WHERE node_number NOT IN
      (SELECT number FROM plan_nodes WHERE task_id = plan_revisions.task_id)`,
    says: 'a plan revision names node {}, which its task does not have',
  },
  {
    sql: `SELECT 'n' || number FROM plan_nodes AS node WHERE
        json_array(kind, ordinal, text, status, summary, json(cites)) IS NOT
      (SELECT json_array(state ->> 'kind', state ->> 'ordinal', state ->> 'text',
          state ->> 'status', state ->> 'summary', json(state -> 'cites'))
        FROM plan_revisions WHERE node_number = node.number AND task_id = node.task_id
        ORDER BY number DESC LIMIT 1)`,
    says: 'plan node {} is not what its last revision says',
  },
  {
    sql: `SELECT session_id || ' ' || seq FROM prompt_tail WHERE NOT json_valid(message)
      UNION SELECT session_id || ' generation ' || number FROM generations
        WHERE NOT json_valid(head)`,
    says: 'a message cannot be read: {}',
  },
  {
    sql: `SELECT 'e' || number FROM evidence WHERE NOT EXISTS
      (SELECT 1 FROM episodes WHERE task_id = evidence.task_id AND step = evidence.step)`,
    says: 'evidence {} belongs to no episode',
  },
  {
    sql: `SELECT 'e' || number FROM evidence JOIN blobs ON hash = payload_hash
      WHERE payload_bytes <> length(bytes)`,
    says: 'the payload of evidence {} has another length than it had',
  },
  {
    sql: `SELECT 'e' || number FROM evidence
      WHERE number NOT IN (SELECT id FROM evidence_text_docsize)`,
    says: 'evidence {} is missing in the full-text index',
  },
  {
    sql: `WITH cited (id) AS (
        SELECT value FROM plan_nodes, json_each(plan_nodes.cites)
        UNION SELECT value FROM tasks, json_each(tasks.cites))
      SELECT id FROM cited WHERE id NOT IN (SELECT 'e' || number FROM evidence
        UNION ALL SELECT 'e' || number FROM removed_evidence)`,
    says: '{} is cited and does not exist',
  },
  {
    sql: `SELECT id FROM intent_files JOIN intents ON id = intent_id
      WHERE before_hash NOT IN (SELECT hash FROM blobs)
        OR after_hash NOT IN (SELECT hash FROM blobs)`,
    says: 'a file image of intent {} is gone',
  },
  {
    sql: `SELECT restore_id FROM restore_files WHERE before_hash NOT IN (SELECT hash FROM blobs)
      OR after_hash NOT IN (SELECT hash FROM blobs)`,
    says: 'a file image of restore {} is gone',
  },
  {
    sql: `SELECT session_id FROM prompt_tail GROUP BY session_id
      HAVING count(*) <> max(seq) OR min(seq) <> 1`,
    says: 'the messages of session {} have a gap',
  },
  {
    sql: `SELECT name FROM counters WHERE value <
      CASE name WHEN 'evidence' THEN (SELECT coalesce(max(number), 0) FROM evidence)
        WHEN 'node' THEN (SELECT coalesce(max(number), 0) FROM plan_nodes) ELSE 1 END`,
    says: 'the counter of {} numbers is behind, so a number could be given twice',
  },
]

/** Checks file, references, payload hashes and the laws of the ledger; reads only, problems in words. */
export function verifyLedger(path: string): Verdict {
  const db = openReader(path)
  try {
    db.exec('BEGIN')
    const checks = [integrity, references, contents, seals, ...LAWS.map(lawCheck)]
    const problems = checks.flatMap((check) => attempt(() => [...check(db)]))
    return { ok: problems.length === 0, problems }
  } finally {
    db.close()
  }
}

function* integrity(db: Database.Database): Generator<string> {
  const lines = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  for (const line of lines) if (line !== 'ok') yield `SQLite finds: ${line}`
}

function* references(db: Database.Database): Generator<string> {
  const rows = db.prepare<[], { table: string; rowid: number | null; parent: string }>(
    'PRAGMA foreign_key_check',
  )
  for (const { table, rowid, parent } of rows.all())
    yield `row ${rowid ?? ''} of ${table} refers to a row of ${parent} that does not exist`
}

function* contents(db: Database.Database): Generator<string> {
  const blobs = db.prepare<[], { hash: string; bytes: Buffer }>('SELECT hash, bytes FROM blobs')
  for (const { hash, bytes } of blobs.iterate())
    if (sha256(bytes) !== hash) yield `the bytes of blob ${hash} are not what they were`
}

function* seals(db: Database.Database): Generator<string> {
  const { ofStep, ofTask } = createSeals(db)
  const tasks = db.prepare<[], { id: string; seal: string }>('SELECT id, seal FROM tasks')
  for (const { id, seal } of tasks.all())
    if (ofTask(id) !== seal) yield `task ${id} is not what it was`
  const steps = db.prepare<[], { id: string; step: number; seal: string }>(
    'SELECT task_id AS id, step, seal FROM episodes',
  )
  for (const { id, step, seal } of steps.iterate())
    if (ofStep(id, step) !== seal) yield `step ${step} of task ${id} is not what it was`
}

function lawCheck({ sql, says }: (typeof LAWS)[number]) {
  return function* (db: Database.Database): Generator<string> {
    for (const found of db.prepare<[], string>(sql).pluck().iterate())
      yield says.replace('{}', String(found))
  }
}

/** Damage may end a check by any error; that is a finding, and the other checks go on. */
function attempt(check: () => string[]): string[] {
  try {
    return check()
  } catch (error) {
    return [`a check could not be finished: ${error instanceof Error ? error.message : error}`]
  }
}
