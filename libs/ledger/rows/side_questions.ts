import { redact } from '#core'
import type { Store } from '../database/store.js'
import type { MicroDraft } from '../types/records.js'

export interface MicroRows {
  /** An answer that has not expired; null when there is none. */
  cached(key: string): string | null
  keep(key: string, answer: string, lifeMs: number): void
  log(draft: MicroDraft): void
}

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
  const log = db.prepare<[MicroDraft & { nowMs: number }]>(`
    INSERT INTO micro_calls (session_id, step, feature, source, reason, took_ms, created_ms)
    VALUES (@sessionId, @step, @feature, @source, @reason, @tookMs, @nowMs)`)

  return {
    cached: (key) => select.get(key, clock.now()) ?? null,
    keep: write((key: string, answer: string, lifeMs: number): void => {
      const now = clock.now()
      expire.run(now)
      insert.run(key, redact(answer), now + lifeMs)
    }),
    log: write((draft: MicroDraft): void => {
      log.run({ ...draft, reason: redact(draft.reason), nowMs: clock.now() })
    }),
  }
}
