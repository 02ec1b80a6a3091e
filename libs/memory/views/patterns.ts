import type { Store } from '../store/store.js'
import type { Pattern, PatternDraft } from '../types/pattern.js'
import type { PatternsView } from '../types/views.js'

interface PatternRow {
  name: string
  text: string
  successes: number
  failures: number
  first_ms: number
  last_ms: number
}

const LISTED = 100

export function createPatterns(store: Store, now: () => number): PatternsView {
  return {
    learn: (draft) => store.write(() => learnPattern(store, draft, now())),
    list: (limit = LISTED) =>
      store
        .sql<[number], PatternRow>(
          `SELECT * FROM patterns ORDER BY (successes + 1.0) / (successes + failures + 2) DESC, successes DESC, name LIMIT ?`,
        )
        .all(limit)
        .map(toPattern),
  }
}

/** Call it inside a transaction. */
export function learnPattern(store: Store, draft: PatternDraft, atMs: number): Pattern {
  const [success, failure] = draft.worked ? [1, 0] : [0, 1]
  const row = store
    .sql<unknown[], PatternRow>(
      `INSERT INTO patterns (name, text, successes, failures, first_ms, last_ms) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET text = excluded.text, successes = successes + excluded.successes,
          failures = failures + excluded.failures, first_ms = min(first_ms, excluded.first_ms),
          last_ms = max(last_ms, excluded.last_ms)
        RETURNING *`,
    )
    .get(draft.name, draft.text, success, failure, atMs, atMs)
  if (row === undefined) throw new Error(`the pattern ${draft.name} was not stored`)
  return toPattern(row)
}

function toPattern(row: PatternRow): Pattern {
  const count = row.successes + row.failures
  return {
    name: row.name,
    text: row.text,
    count,
    successes: row.successes,
    failures: row.failures,
    confidence: (row.successes + 1) / (count + 2),
    firstSeen: row.first_ms,
    lastSeen: row.last_ms,
  }
}
