import type { Actor, MemoryEvent, Outcome } from '../types/event.js'

/** An event without its content, as it lies in its table. */
export interface EventRow {
  n: number
  id: string
  session: string
  session_n: number
  place: number
  at_ms: number
  type: string
  actor: Actor
  outcome: Outcome | null
  parent: string | null
  duration_ms: number | null
  summary: string
  keywords: string
  words: string
}

/** Selects event rows; a condition follows. */
export const SELECT_EVENTS = `
SELECT e.n, e.id, s.id AS session, e.session AS session_n, e.place, e.at_ms, e.type, e.actor, e.outcome, e.parent,
  e.duration_ms, e.summary, e.keywords, e.words
FROM events e JOIN sessions s ON s.n = e.session`

/** @param content  the text of its payload; null: it is left out */
export function toEvent(row: EventRow, content: string | null): MemoryEvent {
  return {
    id: row.id,
    sessionId: row.session,
    timestamp: row.at_ms,
    type: row.type,
    actor: row.actor,
    content: content === null ? null : JSON.parse(content),
    outcome: row.outcome,
    parentId: row.parent,
    duration: row.duration_ms,
    summary: row.summary,
    keywords: JSON.parse(row.keywords) as string[],
  }
}
