import type { Store } from '../store/store.js'
import type { Context } from '../types/recall.js'

/** Contexts that were kept, to see later what a model saw. */
export interface SnapshotsView {
  /** Keeps a context; the same name again replaces it. */
  save(name: string, context: Context, query?: string): Snapshot
  get(name: string): Snapshot | null
  /** Newest first. */
  list(limit?: number): Snapshot[]
}

export interface Snapshot {
  name: string
  /** Milliseconds since 1970. */
  timestamp: number
  query: string
  /** Ids of its items, best first. */
  items: string[]
  /** The bytes of `toSystemPrompt()` at that time. */
  prompt: string
}

interface SnapshotRow {
  name: string
  at_ms: number
  query: string
  items: string
  prompt: string
}

const LISTED = 50

export function createSnapshots(store: Store, now: () => number): SnapshotsView {
  const get = (name: string) => {
    const row = store.sql<[string], SnapshotRow>('SELECT * FROM snapshots WHERE name = ?').get(name)
    return row === undefined ? null : toSnapshot(row)
  }
  return {
    get,
    save(name, context, query = '') {
      const snapshot: Snapshot = {
        name,
        timestamp: now(),
        query,
        items: context.items.map(({ id }) => id),
        prompt: context.toSystemPrompt(),
      }
      store.write(() =>
        store
          .sql('REPLACE INTO snapshots (name, at_ms, query, items, prompt) VALUES (?, ?, ?, ?, ?)')
          .run(name, snapshot.timestamp, query, JSON.stringify(snapshot.items), snapshot.prompt),
      )
      return snapshot
    },
    list: (limit = LISTED) =>
      store
        .sql<[number], SnapshotRow>('SELECT * FROM snapshots ORDER BY at_ms DESC, n DESC LIMIT ?')
        .all(limit)
        .map(toSnapshot),
  }
}

function toSnapshot({ name, at_ms, query, items, prompt }: SnapshotRow): Snapshot {
  return { name, timestamp: at_ms, query, items: JSON.parse(items) as string[], prompt }
}
