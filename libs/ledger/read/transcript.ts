import { isUtf8 } from 'node:buffer'
import { openReader } from '../database/open_reader.js'
import type { TranscriptStep } from '../types/view.js'
import { readStoredReply } from '../values/stored_reply.js'

/** Bytes of a result that are read: an export is for people, the rows have the rest. */
const MOST_BYTES = 16_384

interface StepRow {
  taskId: string
  step: number
  reply: string
  promptTokens: number
  completionTokens: number
  reusedPrefixTokens: number
  committedMs: number
}

interface CallRow {
  tool: string
  ok: number
  denied: string | null
}

interface ResultRow {
  id: string
  kind: string
  subject: string
  summary: string
  bytes: number
  /** null: SQLite has no part of an empty blob. */
  head: Buffer | null
}

/** Reads the committed steps of a session one by one, oldest first, from one snapshot. */
export function* transcriptOf(path: string, sessionId: string): Generator<TranscriptStep> {
  const db = openReader(path)
  try {
    db.exec('BEGIN')
    const steps = db.prepare<[string], StepRow>(`
      SELECT task_id AS taskId, step, reply, prompt_tokens AS promptTokens,
        completion_tokens AS completionTokens, reused_prefix_tokens AS reusedPrefixTokens,
        committed_ms AS committedMs
      FROM episodes JOIN tasks ON tasks.id = task_id
      WHERE session_id = ? ORDER BY tasks.number, step`)
    const calls = db.prepare<[string, number], CallRow>(
      'SELECT tool, ok, denied FROM calls WHERE task_id = ? AND step = ? ORDER BY ordinal',
    )
    const results = db.prepare<[number, string, number], ResultRow>(`
      SELECT 'e' || number AS id, kind, subject, summary, payload_bytes AS bytes,
        substr(blobs.bytes, 1, ?) AS head
      FROM evidence JOIN blobs ON hash = payload_hash WHERE task_id = ? AND step = ? ORDER BY number`)
    for (const { reply: stored, ...row } of steps.iterate(sessionId)) {
      const reply = readStoredReply(stored)
      const made = calls.all(row.taskId, row.step)
      yield {
        ...row,
        text: reply?.text ?? '',
        problem: reply?.problem?.message ?? null,
        calls: (reply?.calls ?? []).map(({ name, arguments: given, origin }, at) => ({
          tool: made[at]?.tool ?? name,
          arguments: given,
          ok: made[at]?.ok === 1,
          denied: made[at]?.denied ?? null,
          isOwn: origin === 'program',
        })),
        results: results
          .all(MOST_BYTES, row.taskId, row.step)
          .map(({ head, ...result }) => ({ ...result, text: textOf(head) })),
      }
    }
  } finally {
    db.close()
  }
}

/** The end may be half a character; null: no text. */
function textOf(head: Buffer | null): string | null {
  if (head === null) return ''
  for (let cut = 0; cut < 4; cut += 1) {
    const part = head.subarray(0, head.length - cut)
    if (isUtf8(part)) return part.includes(0) ? null : part.toString('utf8')
  }
  return null
}
