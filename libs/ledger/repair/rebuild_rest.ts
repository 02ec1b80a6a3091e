import type Database from 'better-sqlite3'
import type { EvidenceKind } from '#core'
import { createChunkIndex } from '../rows/chunks.js'
import { searchable } from '../rows/evidence.js'

interface Texts {
  command: string | null
  number: number
  kind: EvidenceKind
  subject: string
  summary: string
  bytes: Buffer
}

/**
 * Makes what follows from other rows: plan nodes from their last revisions, the order of the prompts, the full-text
 * index, the counters, and the numbers that must not be used again.
 * @param writes  acknowledged writes of the damaged ledger
 */
export function rebuildRest(db: Database.Database, writes: number): void {
  db.exec(`
    DELETE FROM plan_nodes WHERE number NOT IN
      (SELECT node_number FROM plan_revisions WHERE task_id = plan_nodes.task_id);
    DELETE FROM plan_revisions WHERE node_number NOT IN
      (SELECT number FROM plan_nodes WHERE task_id = plan_revisions.task_id);
    DELETE FROM plan_nodes WHERE kind <> 'root' AND parent_number NOT IN
      (SELECT number FROM plan_nodes);
    UPDATE plan_nodes SET (kind, ordinal, text, status, summary, cites) =
      (SELECT state ->> 'kind', state ->> 'ordinal', state ->> 'text', state ->> 'status',
          state ->> 'summary', state ->> 'cites'
        FROM plan_revisions WHERE node_number = plan_nodes.number AND task_id = plan_nodes.task_id
        ORDER BY number DESC LIMIT 1)`)
  renumberTails(db)
  const index = db.prepare<[number, string, string, string]>(
    'INSERT INTO evidence_text (rowid, subject, summary, body) VALUES (?, ?, ?, ?)',
  )
  const indexChunks = createChunkIndex(db)
  const rows = db.prepare<[], Texts>(`
    SELECT number, kind, subject, summary, facts ->> 'command' AS command, bytes FROM evidence JOIN blobs ON hash = payload_hash`)
  for (const { number, kind, subject, summary, command, bytes } of rows.all()) {
    const text = searchable(bytes)
    index.run(number, subject, summary, text)
    indexChunks(number, kind, text, command)
  }
  rebuildNumbers(db, writes)
}

/** Messages are counted without gaps. Where one is lost, the prompt of the session starts again. */
function renumberTails(db: Database.Database): void {
  const broken = db
    .prepare<[], string>(`
      SELECT session_id FROM prompt_tail GROUP BY session_id
      HAVING count(*) <> max(seq) - min(seq) + 1
        OR min(seq) <> (SELECT first_seq FROM sessions WHERE id = session_id)`)
    .pluck()
    .all()
  for (const id of broken)
    for (const table of ['prompt_tail', 'generations'])
      db.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(id)
  // A rewind hides the numbers that its messages had; the next ones begin behind those that are left.
  db.exec(`
    UPDATE sessions SET first_seq = 1 WHERE id NOT IN (SELECT session_id FROM prompt_tail);
    UPDATE rewinds SET until_seq = min(until_seq, (SELECT coalesce(max(seq), 0) FROM prompt_tail
      WHERE prompt_tail.session_id = rewinds.session_id))`)
}

function rebuildNumbers(db: Database.Database, writes: number): void {
  const highest = db
    .prepare<[], number>(`
      SELECT max(number) FROM (SELECT number FROM evidence
        UNION ALL SELECT number FROM removed_evidence
        UNION ALL SELECT CAST(substr(value, 2) AS INTEGER) FROM plan_nodes, json_each(plan_nodes.cites)
        UNION ALL SELECT CAST(substr(value, 2) AS INTEGER) FROM tasks, json_each(tasks.cites)
        UNION ALL SELECT 0)`)
    .pluck()
    .get()
  const evidence = highest ?? 0
  db.prepare(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
    INSERT OR IGNORE INTO removed_evidence SELECT n FROM numbers
      WHERE n <= ? AND n NOT IN (SELECT number FROM evidence)`).run(evidence, evidence)
  const set = db.prepare<[number, string]>('UPDATE counters SET value = ? WHERE name = ?')
  set.run(evidence, 'evidence')
  const nodes = db
    .prepare<[], number>(
      'SELECT max(n) FROM (SELECT number AS n FROM plan_nodes UNION ALL SELECT node_number FROM plan_revisions UNION ALL SELECT 0)',
    )
    .pluck()
    .get()
  set.run(nodes ?? 0, 'node')
  set.run(writes, 'writes')
}
