import { plausibleUsage, redact } from '#core'
import type { Store } from '../database/store.js'
import type { MicroDraft } from '../types/records.js'

export interface MicroRows {
  /** An answer that has not expired; null when there is none. */
  cached(key: string): string | null
  keep(key: string, answer: string, lifeMs: number): void
  log(draft: MicroDraft): void
}

const NO_TOKENS = { promptTokens: 0, completionTokens: 0, reusedPrefixTokens: 0 }

/** Log of side questions, and a cache of answers with an expiry. */
export function createMicroRows({ db, clock, write }: Store): MicroRows {
  const select = db
    .prepare<[string, number], string>(
      'SELECT answer FROM micro_cache WHERE key = ? AND expires_ms > ?',
    )
    .pluck()
  const insert = db.prepare<[string, string, number]>(`
    INSERT INTO micro_cache (key, answer, expires_ms) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, expires_ms = excluded.expires_ms`)
  const expire = db.prepare<[number]>('DELETE FROM micro_cache WHERE expires_ms <= ?')
  const log = db.prepare<[Record<string, string | number | null>]>(`
    INSERT INTO micro_calls
      (session_id, step, feature, source, reason, took_ms, created_ms, model, prompt_tokens,
       completion_tokens, reused_prefix_tokens)
    VALUES
      (@sessionId, @step, @feature, @source, @reason, @tookMs, @nowMs, @model, @promptTokens,
       @completionTokens, @reusedPrefixTokens)`)

  return {
    cached: (key) => select.get(key, clock.now()) ?? null,
    keep: write((key: string, answer: string, lifeMs: number): void => {
      const now = clock.now()
      expire.run(now)
      insert.run(key, redact(answer), now + lifeMs)
    }),
    log: write(({ used, reason, ...draft }: MicroDraft): void => {
      const counted = { ...NO_TOKENS, ...plausibleUsage(used?.usage) }
      const model = used?.model ?? null
      log.run({ ...draft, ...counted, model, reason: redact(reason), nowMs: clock.now() })
    }),
  }
}
