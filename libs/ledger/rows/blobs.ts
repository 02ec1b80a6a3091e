import assert from 'node:assert/strict'
import type { Store } from '../database/store.js'
import { sha256 } from '../values/hash.js'

export interface Blobs {
  /** Stores bytes once. @returns their hash */
  put(bytes: Buffer, purpose: 'image' | 'payload'): string
  get(hash: string): Buffer
  /** Removes the blobs that no row refers to. */
  sweep(): void
}

export function createBlobs({ db }: Store): Blobs {
  // The same bytes can be both. A payload is redacted, so the bytes may be shown then.
  const insert = db.prepare<[string, string, Buffer]>(`
    INSERT INTO blobs (hash, purpose, bytes) VALUES (?, ?, ?)
    ON CONFLICT (hash) DO UPDATE SET purpose = 'payload'
      WHERE purpose = 'image' AND excluded.purpose = 'payload'`)
  const select = db.prepare<[string], Buffer>('SELECT bytes FROM blobs WHERE hash = ?').pluck()
  const sweep = db.prepare(`
    DELETE FROM blobs WHERE hash NOT IN (
      SELECT payload_hash FROM evidence
      UNION SELECT before_hash FROM intent_files WHERE before_hash IS NOT NULL
      UNION SELECT after_hash FROM intent_files WHERE after_hash IS NOT NULL
      UNION SELECT before_hash FROM restore_files WHERE before_hash IS NOT NULL
      UNION SELECT after_hash FROM restore_files WHERE after_hash IS NOT NULL
      UNION SELECT json_extract(draft.value, '$.payload')
        FROM outcomes, json_each(outcomes.outcome, '$.evidence') AS draft
      UNION SELECT json_extract(draft.value, '$.payload')
        FROM intents, json_each(intents.expected, '$.evidence') AS draft
        WHERE intents.expected IS NOT NULL
    )`)

  return {
    put(bytes, purpose) {
      const hash = sha256(bytes)
      insert.run(hash, purpose, bytes)
      return hash
    },
    get(hash) {
      const bytes = select.get(hash)
      assert(bytes, `there is no blob ${hash}`)
      return bytes
    },
    sweep: () => void sweep.run(),
  }
}
