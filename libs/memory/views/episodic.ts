import type { Store } from '../store/store.js'
import type { MemoryEvent } from '../types/event.js'
import type { EpisodicView } from '../types/views.js'
import { indexText, timeWords } from '../words/index_text.js'
import { type EventRow, SELECT_EVENTS, toEvent } from './rows.js'

/** An event that is ready to be stored. */
export interface NewEvent extends MemoryEvent {
  /** What is searched and shown. */
  words: string
  /** The content as JSON. */
  payload: string
  /** Its extractor has not run. */
  pending: boolean
}

const RECENT = 20
/** A longer chain of causes is cut: it would be a circle. */
const MOST_CAUSES = 100

export function createEpisodic(store: Store): EpisodicView {
  const read = (row: EventRow | undefined) =>
    row === undefined ? null : toEvent(row, payloadOf(store, row.n))
  const get = (id: string) =>
    read(store.sql<[string], EventRow>(`${SELECT_EVENTS} WHERE e.id = ?`).get(id))
  return {
    recent: (sessionId, limit = RECENT) =>
      recentRows(store, sessionId, limit)
        .map((row) => toEvent(row, payloadOf(store, row.n)))
        .reverse(),
    get,
    chain(id) {
      const found: MemoryEvent[] = []
      for (let next = get(id); next !== null && found.length < MOST_CAUSES; ) {
        found.unshift(next)
        next = next.parentId === null ? null : get(next.parentId)
      }
      return found
    },
    count: () => store.sql<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0,
    forget: (id) => store.write(() => forget(store, id)),
  }
}

/** Stores an event. Call it inside a transaction. @returns its number */
export function appendEvent(store: Store, event: NewEvent): number {
  const session = sessionNumber(store, event.sessionId)
  const place =
    store
      .sql<[number], number>('SELECT max(place) FROM events WHERE session = ?')
      .pluck()
      .get(session) ?? 0
  const n = Number(
    store
      .sql(
        `INSERT INTO events (id, session, place, at_ms, type, actor, outcome, parent, duration_ms, summary, keywords, words,
          pending) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        event.id,
        session,
        place + 1,
        event.timestamp,
        event.type,
        event.actor,
        event.outcome,
        event.parentId,
        event.duration,
        event.summary,
        JSON.stringify(event.keywords),
        event.words,
        event.pending ? 1 : 0,
      ).lastInsertRowid,
  )
  store.sql('INSERT INTO payloads (n, content) VALUES (?, ?)').run(n, event.payload)
  const extra = [...event.keywords, timeWords(event.timestamp)].join(' ')
  const searched = event.words.includes(event.summary)
    ? event.words
    : `${event.summary} ${event.words}`
  store
    .sql('INSERT INTO events_text (rowid, words, extra) VALUES (?, ?, ?)')
    .run(n, indexText(searched), indexText(extra))
  return n
}

/** The newest events of a session, newest first. Where it has none, those of all sessions. */
export function recentRows(store: Store, sessionId: string, limit: number): EventRow[] {
  const own = store
    .sql<[string, number], EventRow>(
      `${SELECT_EVENTS} WHERE e.session = (SELECT n FROM sessions WHERE id = ?) ORDER BY e.place DESC LIMIT ?`,
    )
    .all(sessionId, limit)
  if (own.length > 0) return own
  return store.sql<[number], EventRow>(`${SELECT_EVENTS} ORDER BY e.n DESC LIMIT ?`).all(limit)
}

function sessionNumber(store: Store, id: string): number {
  const known = store.sql<[string], number>('SELECT n FROM sessions WHERE id = ?').pluck().get(id)
  if (known !== undefined) return known
  return Number(store.sql('INSERT INTO sessions (id) VALUES (?)').run(id).lastInsertRowid)
}

function payloadOf(store: Store, n: number): string | null {
  return (
    store.sql<[number], string>('SELECT content FROM payloads WHERE n = ?').pluck().get(n) ?? null
  )
}

function forget(store: Store, id: string): boolean {
  const n = store.sql<[string], number>('SELECT n FROM events WHERE id = ?').pluck().get(id)
  if (n === undefined) return false
  store.sql('DELETE FROM events_text WHERE rowid = ?').run(n)
  store.sql('DELETE FROM events WHERE n = ?').run(n)
  return true
}
