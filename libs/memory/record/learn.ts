import type { Store } from '../store/store.js'
import type { Archetype } from '../types/archetype.js'
import type { EntityDraft } from '../types/entity.js'
import type { MemoryEvent } from '../types/event.js'
import { learnPattern } from '../views/patterns.js'
import { upsertRelation } from '../views/relational.js'
import { type EventRow, SELECT_EVENTS, toEvent } from '../views/rows.js'
import { upsertEntity } from '../views/semantic.js'

/** Events that a killed process left without their knowledge, at most so many at once. */
const MOST_LEFT = 100

/** Whether an archetype derives something from events of a type. */
export function learnsFrom(archetype: Archetype | null, type: string): boolean {
  if (archetype === null) return false
  return [archetype.extractors, archetype.relationExtractors, archetype.patternExtractors].some(
    (table) => table !== undefined && Object.hasOwn(table, type),
  )
}

/**
 * Runs the extractors of an archetype on a stored event and stores what they find, in one transaction. An event whose
 * knowledge another process stored meanwhile is left alone.
 * @param n  number of the event
 */
export async function learn(
  store: Store,
  archetype: Archetype,
  { n, event }: { n: number; event: MemoryEvent },
): Promise<void> {
  const entities = unique((await archetype.extractors[event.type]?.(event)) ?? [])
  const relations = (await archetype.relationExtractors[event.type]?.(event, entities)) ?? []
  const patterns = archetype.patternExtractors?.[event.type]?.(event) ?? []
  if (!store.db.open) return
  store.write(() => {
    if (!settle(store, n)) return
    for (const entity of entities) {
      const number = upsertEntity(store, entity, event.timestamp)
      store.sql('INSERT OR IGNORE INTO mentions (event, entity) VALUES (?, ?)').run(n, number)
    }
    for (const relation of relations)
      upsertRelation(store, relation, { event: n, atMs: event.timestamp })
    for (const pattern of patterns) learnPattern(store, pattern, event.timestamp)
  })
}

/** Marks an event as done. @returns false when it was done before */
export function settle(store: Store, n: number): boolean {
  const settled = store.sql('UPDATE events SET pending = 0 WHERE n = ? AND pending = 1').run(n)
  return settled.changes > 0
}

/** The events that still wait for their extractors, oldest first. */
export function leftEvents(store: Store): { n: number; event: MemoryEvent }[] {
  const rows = store
    .sql<[number], EventRow & { content: string }>(
      `SELECT found.*, payloads.content FROM (${SELECT_EVENTS} WHERE e.pending = 1 ORDER BY e.n LIMIT ?) AS found
        JOIN payloads ON payloads.n = found.n`,
    )
    .all(MOST_LEFT)
  return rows.map((row) => ({ n: row.n, event: toEvent(row, row.content) }))
}

/** Each type and name once: an event mentions an entity, however often it names it. */
function unique(entities: readonly EntityDraft[]): EntityDraft[] {
  const found = new Map<string, EntityDraft>()
  for (const one of entities) {
    if (one.name.trim() === '') continue
    const key = JSON.stringify([one.type, one.name])
    found.set(key, { ...one, ...found.get(key) })
  }
  return [...found.values()]
}
