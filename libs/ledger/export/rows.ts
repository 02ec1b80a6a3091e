import { isUtf8 } from 'node:buffer'
import { openReader } from '../database/open_reader.js'

/** Query per table, in the order of the export; `@task` is null for the whole ledger. */
const TABLES: readonly { type: string; sql: string }[] = [
  {
    type: 'session',
    sql: `SELECT id, parent_id AS parentId, cwd, model, mode, title, created_ms AS createdMs
      FROM sessions
      WHERE @task IS NULL OR id = (SELECT session_id FROM tasks WHERE id = @task)
      ORDER BY number`,
  },
  {
    type: 'task',
    sql: `SELECT id, session_id AS sessionId, text, status, cursor AS steps, end_text AS endText,
        cites, proven, created_ms AS createdMs, ended_ms AS endedMs
      FROM tasks WHERE @task IS NULL OR id = @task ORDER BY number`,
  },
  {
    type: 'node',
    sql: `SELECT 'n' || number AS id, task_id AS taskId, 'n' || parent_number AS parentId, kind,
        ordinal, text, status, summary, cites
      FROM plan_nodes WHERE @task IS NULL OR task_id = @task ORDER BY number`,
  },
  {
    type: 'revision',
    sql: `SELECT task_id AS taskId, step, state, narrative
      FROM plan_revisions WHERE @task IS NULL OR task_id = @task ORDER BY number`,
  },
  {
    type: 'episode',
    sql: `SELECT task_id AS taskId, step, node_id AS nodeId, reply, nudged,
        estimated_tokens AS estimatedTokens, committed_ms AS committedMs
      FROM episodes WHERE @task IS NULL OR task_id = @task ORDER BY rowid`,
  },
  {
    type: 'evidence',
    sql: `SELECT 'e' || number AS id, task_id AS taskId, step, kind, subject, summary, facts,
        payload_hash AS payloadHash, blobs.bytes AS payload
      FROM evidence JOIN blobs ON hash = payload_hash
      WHERE @task IS NULL OR task_id = @task ORDER BY number`,
  },
  {
    type: 'message',
    sql: `SELECT session_id AS sessionId, seq, task_id AS taskId, step, message
      FROM prompt_tail WHERE @task IS NULL OR task_id = @task ORDER BY rowid`,
  },
  {
    type: 'waiting_line',
    sql: `SELECT session_id AS sessionId, text, is_follow_up AS isFollowUp FROM waiting_lines
      WHERE @task IS NULL OR session_id = (SELECT session_id FROM tasks WHERE id = @task)
      ORDER BY session_id, ordinal`,
  },
  {
    type: 'intent',
    sql: `SELECT id, task_id AS taskId, step, ordinal, tool, arguments, effect, status, pid, output,
        created_ms AS createdMs
      FROM intents WHERE @task IS NULL OR task_id = @task ORDER BY rowid`,
  },
  {
    type: 'egress',
    sql: `SELECT number, session_id AS sessionId, task_id AS taskId, step, provider, host, model, reason,
        status, bytes, body_hash AS bodyHash, sources, withheld, created_ms AS createdMs
      FROM egress WHERE @task IS NULL OR task_id = @task ORDER BY number`,
  },
  {
    type: 'permission',
    sql: `SELECT number, session_id AS sessionId, task_id AS taskId, step, tool, what, decision, reason,
        rule, mode, pattern, revoked_ms AS revokedMs, created_ms AS createdMs
      FROM permissions WHERE @task IS NULL OR task_id = @task ORDER BY number`,
  },
  {
    type: 'git_commit',
    sql: `SELECT number, session_id AS sessionId, task_id AS taskId, message AS subject, paths, fresh,
        parent, status, hash, reason, created_ms AS createdMs
      FROM git_commits WHERE @task IS NULL OR task_id = @task ORDER BY number`,
  },
]

/** Columns with JSON text, which is parsed for the export. */
const JSON_COLUMNS = new Set([
  'cites',
  'state',
  'reply',
  'facts',
  'message',
  'arguments',
  'sources',
  'withheld',
  'paths',
  'fresh',
])

/** The rows as they are, one JSON object per line; payloads as text, or as base64 when they are not UTF-8. */
export function* rowLines(path: string, taskId: string | null = null): Generator<string> {
  const db = openReader(path)
  try {
    db.exec('BEGIN')
    for (const { type, sql } of TABLES) {
      const rows = db.prepare<[{ task: string | null }], Record<string, unknown>>(sql)
      for (const row of rows.iterate({ task: taskId })) {
        const shown = Object.entries(row).map(([column, value]) => show(column, value))
        yield JSON.stringify({ type, ...Object.fromEntries(shown) })
      }
    }
  } finally {
    db.close()
  }
}

function show(column: string, value: unknown): [column: string, value: unknown] {
  if (typeof value === 'string' && JSON_COLUMNS.has(column)) return [column, JSON.parse(value)]
  if (!Buffer.isBuffer(value)) return [column, value]
  return isUtf8(value)
    ? [column, value.toString('utf8')]
    : [`${column}Base64`, value.toString('base64')]
}
