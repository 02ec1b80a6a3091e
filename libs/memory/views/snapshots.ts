import type { Store } from '../store/store.js'
import type { Snapshot, SnapshotsView } from '../types/views.js'

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
