import {
  EVENT_TYPES,
  type EventFilter,
  type EventType,
  type LedgerEvent,
  LIMITS,
  parseEvidenceId,
} from '#core'
import type { Store } from '../../database/store.js'
import { ABOVE, SOURCES } from './sources.js'

type Key = Record<string, string | number | null>

export interface Events {
  list(filter?: EventFilter): LedgerEvent[]
  /** The event and everything that led to it, up to the session; empty for an unknown id. */
  why(id: string): LedgerEvent[]
}

/** A payload is UTF-8: so many bytes hold at least the characters that are shown. */
const PAYLOAD_BYTES = LIMITS.eventPayloadChars * 4

/** Reads events from the rows of runs, steps, calls, answers and evidence. */
export function createEvents({ db }: Store): Events {
  function list({ type, limit = LIMITS.foundRows, ...filter }: EventFilter = {}): LedgerEvent[] {
    const types = type === undefined ? EVENT_TYPES : [type]
    return types
      .flatMap((one) => newest(one, filter, limit))
      .sort((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0))
      .slice(0, limit)
  }

  function newest(type: EventType, { taskId, actor, outcome }: EventFilter, limit: number) {
    const { select, ofTask, newest: order, read } = SOURCES[type]
    const where = taskId === undefined ? '' : `WHERE ${ofTask}`
    const rows = db
      .prepare<[Key], Key>(`${select} ${where} ORDER BY ${order}`)
      .iterate({ taskId: taskId ?? null, bytes: PAYLOAD_BYTES })
    const found: LedgerEvent[] = []
    for (const row of rows) {
      if (found.length >= limit) break
      const event = read(row)
      if (actor !== undefined && event.actor !== actor) continue
      if (outcome === undefined || event.outcome === outcome) found.push(cut(event))
    }
    return found
  }

  function one(id: string): LedgerEvent | null {
    const place = placeOf(id)
    if (place === null) return null
    const { select, one: where, read } = place.source
    const row = db
      .prepare<[Key], Key>(`${select} WHERE ${where}`)
      .get({ ...place.key, bytes: PAYLOAD_BYTES })
    return row === undefined ? null : cut(read(row))
  }

  return {
    list,
    why(id) {
      const chain: LedgerEvent[] = []
      let next: string | null = id
      // An id occurs once in a chain that is not damaged.
      while (next !== null && !chain.some((event) => event.id === next)) {
        const event = one(next)
        if (event === null) break
        chain.push(event)
        next = event.parent
      }
      return chain
    },
  }
}

function cut(event: LedgerEvent): LedgerEvent {
  const { payload } = event
  const most = LIMITS.eventPayloadChars
  if (payload.length <= most) return event
  return { ...event, payload: `${payload.slice(0, most - 1)}…` }
}

/** Where an id points to; null: it is no id of an event. */
function placeOf(
  id: string,
): { source: Pick<(typeof SOURCES)['run'], 'select' | 'one' | 'read'>; key: Key } | null {
  const evidence = parseEvidenceId(id)
  if (evidence !== null) return { source: SOURCES.evidence, key: { number: evidence } }
  const [, kind, number] = /^([an])([1-9]\d{0,14})$/.exec(id) ?? []
  if (kind === 'a') return { source: SOURCES.authorisation, key: { number: Number(number) } }
  if (kind === 'n') return { source: ABOVE.plan, key: { number: Number(number) } }
  if (/^s_\w+$/.test(id)) return { source: ABOVE.session, key: { taskId: id } }
  const [, taskId, step, call] =
    /^(t_\w+)(?:\.([1-9]\d{0,8})(?:\.([1-9]\d{0,8}))?)?$/.exec(id) ?? []
  if (taskId === undefined) return null
  if (step === undefined) return { source: SOURCES.run, key: { taskId } }
  const key = { taskId, step: Number(step) }
  if (call === undefined) return { source: SOURCES.step, key }
  return { source: SOURCES.call, key: { ...key, ordinal: Number(call) - 1 } }
}
