import { redact } from '#core'
import type { Store } from '../../database/store.js'
import type { EgressDraft, EgressEnd, EgressFilter, EgressRow } from '../../types/records.js'
import { redactDeep } from '../../values/redact_deep.js'

export interface EgressRows {
  begin(draft: EgressDraft): number
  end(number: number, end: EgressEnd): void
  list(filter?: EgressFilter): EgressRow[]
}

interface StoredRow extends Omit<EgressRow, 'sources' | 'withheld'> {
  sources: string
  withheld: string
}

/** Records of requests to a cloud; a row is durable before the first byte is sent. */
export function createEgressRows({ db, clock, write }: Store): EgressRows {
  const insert = db.prepare<[Record<string, string | number>]>(`
    INSERT INTO egress
      (session_id, task_id, step, provider, host, model, reason, status, bytes, body_hash, sources,
       withheld, created_ms)
    VALUES
      (@sessionId, @taskId, @step, @provider, @host, @model, @reason, @status, @bytes, @bodyHash,
       @sources, @withheld, @nowMs)`)
  const update = db.prepare<[string, number, number, number]>(`
    UPDATE egress SET status = ?, prompt_tokens = ?, completion_tokens = ?
    WHERE number = ? AND status = 'sent'`)
  const list = db.prepare<[Record<string, string | number | null>], StoredRow>(`
    SELECT number, session_id AS sessionId, task_id AS taskId, step, provider, host, model, reason,
      status, bytes, body_hash AS bodyHash, sources, withheld, prompt_tokens AS promptTokens,
      completion_tokens AS completionTokens, created_ms AS createdMs
    FROM egress
    WHERE (@sessionId IS NULL OR session_id = @sessionId)
      AND (@taskId IS NULL OR task_id = @taskId)
    ORDER BY number DESC LIMIT @limit`)

  return {
    begin: write((draft: EgressDraft): number => {
      const { sources, withheld, reason, ...rest } = draft
      const made = insert.run({
        ...rest,
        reason: redact(reason),
        sources: JSON.stringify(redactDeep(sources)),
        withheld: JSON.stringify(redactDeep(withheld)),
        nowMs: clock.now(),
      })
      return Number(made.lastInsertRowid)
    }),
    end: write((number: number, { status, usage }: EgressEnd): void => {
      const { promptTokens = 0, completionTokens = 0 } = usage ?? {}
      update.run(status, promptTokens, completionTokens, number)
    }),
    list: ({ sessionId = null, taskId = null, limit = -1 } = {}) =>
      list.all({ sessionId, taskId, limit }).map(({ sources, withheld, ...row }) => ({
        ...row,
        sources: JSON.parse(sources),
        withheld: JSON.parse(withheld),
      })),
  }
}
