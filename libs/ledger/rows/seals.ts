import type Database from 'better-sqlite3'
import { sha256 } from '../values/hash.js'

/**
 * A seal is a hash over stored rows. It is written with them and checked by verify, because SQLite itself
 * does not detect a flipped bit inside a text.
 */
export interface Seals {
  ofStep(taskId: string, step: number): string
  ofTask(taskId: string): string
}

const STEP_ROWS: readonly string[] = [
  `SELECT node_id, reply, problem, nudged, estimated_tokens, prompt_tokens, completion_tokens,
    reused_prefix_tokens, committed_ms
    FROM episodes WHERE task_id = ? AND step = ?`,
  `SELECT ordinal, tool, ok, denied, args_hash, outcome_hash FROM calls
    WHERE task_id = ? AND step = ? ORDER BY ordinal`,
  `SELECT number, kind, subject, summary, facts, passed, payload_hash, payload_bytes FROM evidence
    WHERE task_id = ? AND step = ? ORDER BY number`,
  `SELECT number, node_number, state, narrative FROM plan_revisions
    WHERE task_id = ? AND step = ? ORDER BY number`,
]

export function createSeals(db: Database.Database): Seals {
  const steps = STEP_ROWS.map((sql) => db.prepare<[string, number]>(sql).raw())
  const task = db
    .prepare<[string]>(`
      SELECT session_id, text, status, start_seq, end_text, cites, proven, created_ms, ended_ms
      FROM tasks WHERE id = ?`)
    .raw()
  return {
    ofStep: (taskId, step) =>
      sha256(JSON.stringify([taskId, step, steps.map((rows) => rows.all(taskId, step))])),
    ofTask: (taskId) => sha256(JSON.stringify([taskId, task.get(taskId)])),
  }
}
