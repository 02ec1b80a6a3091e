import { redact } from '#core'
import type { Store } from '../../database/store.js'
import type { ReceiptDraft, ReceiptRow } from '../../types/records.js'
import { redactDeep } from '../../values/redact_deep.js'

export interface PermissionRows {
  record(draft: ReceiptDraft): number
  list(sessionId: string): ReceiptRow[]
  revoke(number: number): boolean
}

/** Kinds of evidence with text that others wrote: such text can contain instructions to the model. */
const UNTRUSTED = ['web_page', 'mcp_output']

interface StoredRow extends Omit<ReceiptRow, 'approval' | 'stale'> {
  approval: string | null
  stale: number
}

/** Records of questions to the user with the answers. An `always` outlives the process, but not the session. */
export function createPermissionRows({ db, clock, write }: Store): PermissionRows {
  const insert = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO permissions
      (session_id, task_id, step, tool, what, decision, reason, rule, mode, pattern, approval,
       last_evidence, created_ms)
    VALUES
      (@sessionId, @taskId, @step, @tool, @what, @decision, @reason, @rule, @mode, @pattern,
       @approval, @lastEvidence, @nowMs)`)
  const list = db.prepare<[Record<string, string>], StoredRow>(`
    SELECT number, session_id AS sessionId, task_id AS taskId, step, tool, what, decision, reason,
      rule, mode, pattern, approval, last_evidence AS lastEvidence, revoked_ms AS revokedMs,
      created_ms AS createdMs,
      EXISTS (
        SELECT 1 FROM evidence JOIN tasks ON tasks.id = evidence.task_id
        WHERE tasks.session_id = permissions.session_id AND evidence.number > last_evidence
          AND evidence.kind IN (SELECT value FROM json_each(@untrusted))
      ) AS stale
    FROM permissions WHERE session_id = @sessionId ORDER BY number`)
  const revoke = db.prepare<[number, number]>(
    'UPDATE permissions SET revoked_ms = ? WHERE number = ? AND revoked_ms IS NULL',
  )

  return {
    record: write((draft: ReceiptDraft): number => {
      const { approval, what, reason, pattern, ...rest } = draft
      const made = insert.run({
        ...rest,
        what: redact(what),
        reason: redact(reason),
        pattern: pattern === null ? null : redact(pattern),
        // An approval with a redacted secret matches no later call, so the user is asked again.
        approval: approval === null ? null : JSON.stringify(redactDeep(approval)),
        nowMs: clock.now(),
      })
      return Number(made.lastInsertRowid)
    }),
    list: (sessionId) =>
      list
        .all({ sessionId, untrusted: JSON.stringify(UNTRUSTED) })
        .map(({ approval, stale, ...row }) => ({
          ...row,
          approval: approval === null ? null : JSON.parse(approval),
          stale: stale === 1,
        })),
    revoke: write((number: number): boolean => revoke.run(clock.now(), number).changes === 1),
  }
}
