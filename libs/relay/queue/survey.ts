import type { Clock } from '#core'
import { CLASS_NAMES, type RequestClass } from '../settings/classes.js'
import { average, type Charges } from './fair_share/charges.js'
import { expectStarts, forecast } from './fair_share/forecast.js'
import type { Entry, Line, Lines } from './line/entry.js'
import { levelOf, type Pool, type Pools } from './line/pool.js'
import type { Residency, WaitReason } from './residency.js'

export interface QueuePlace {
  /** Place in the queue; 1 is next. */
  position: number
  of: number
  /** Estimated milliseconds until its turn; null before the first answer has ended, and while a model is swapped. */
  etaMs: number | null
  reason: WaitReason
}

/** One request as `GET /v1/queue` shows it to its person. */
export interface QueueRow {
  id: string
  person: string
  class: RequestClass
  model: string
  state: 'waiting' | 'running' | 'draining'
  waitedMs: number
  /** 0 while it waits. */
  ranMs: number
  place: QueuePlace | null
}

export interface QueueCounts {
  slots: number
  running: number
  /** Slots that are kept after a cancel. */
  draining: number
  waiting: number
  waitingBytes: number
  /** Waiting requests. */
  classes: Record<RequestClass, number>
}

/** Read-only view of the queue. */
export interface Survey {
  placeOf(entry: Entry): QueuePlace | null
  rows(): QueueRow[]
  counts(): QueueCounts
  /** Estimated time until a slot becomes free: one of the entry's person if they hold one, else any. */
  nextFreeMs(entry: Entry): number
  /** Call it when the order has changed. */
  changed(): void
  /** Call it when an answer has ended, with its duration. */
  served(pool: Pool, ms: number): void
}

export interface SurveyTerms {
  clock: Clock
  lines: Lines
  working: ReadonlySet<Entry>
  pools: Pools
  charges: Charges
  residency: Residency
}

/** How long a forecast is reused, so that a hundred waiting requests share one. */
const FRESH_MS = 1_000
/** Assumed duration in a slot before the first answer has ended. */
const UNKNOWN_MS = 5_000

interface Order {
  at: number
  places: Map<Entry, { position: number; startMs: number | null }>
}

export function createSurvey(terms: SurveyTerms): Survey {
  const { clock, lines, working, pools, charges, residency } = terms
  /** Average duration in a slot of the pool. */
  const serviceMs = new Map<Pool, number>()
  const orders = new Map<Pool, Order>()

  function ranMs(pool: Pool, now: number, person?: string): number[] {
    return [...working]
      .filter(
        (entry) => entry.pool === pool && (person ?? entry.request.person) === entry.request.person,
      )
      .map((entry) => now - entry.startedAt)
  }

  function orderOf(pool: Pool, now: number): Order {
    const known = orders.get(pool)
    if (known !== undefined && now - known.at < FRESH_MS) return known
    const own = lines.all().filter((line) => line.pool === pool)
    const isHeldUp = ({ model }: Line) => residency.reason(model) === 'swap'
    // Requests for another model come after all requests for the loaded one.
    const parts = [own.filter((line) => !isHeldUp(line)), own.filter(isHeldUp)]
    const entries = parts.flatMap((part) =>
      forecast({
        lines: part,
        now,
        standing: charges.standing(now),
        estimate: (request) => charges.estimate(request),
      }),
    )
    const mean = serviceMs.get(pool)
    const starts =
      mean === undefined ? [] : expectStarts(entries.length, ranMs(pool, now), mean, levelOf(pool))
    const order: Order = {
      at: now,
      places: new Map(
        entries.map((entry, at) => [entry, { position: at + 1, startMs: starts[at] ?? null }]),
      ),
    }
    orders.set(pool, order)
    return order
  }

  function placeOf(entry: Entry): QueuePlace | null {
    const now = clock.monotonic()
    const { at, places } = orderOf(entry.pool, now)
    const place = places.get(entry)
    if (entry.state !== 'waiting' || place === undefined) return null
    const reason = residency.reason(entry.request.model)
    const { position, startMs } = place
    const etaMs = startMs === null || reason === 'swap' ? null : Math.max(0, startMs - (now - at))
    return { position, of: places.size, etaMs, reason }
  }

  function rowOf(entry: Entry): QueueRow {
    const { id, person, class: name, model } = entry.request
    const now = clock.monotonic()
    const row = { id, person, class: name, model, place: placeOf(entry) }
    if (entry.state === 'running' || entry.state === 'draining')
      return {
        ...row,
        state: entry.state,
        waitedMs: entry.startedAt - entry.enteredAt,
        ranMs: now - entry.startedAt,
      }
    return { ...row, state: 'waiting', waitedMs: now - entry.enteredAt, ranMs: 0 }
  }

  return {
    placeOf,
    rows: () => [...working, ...lines.entries()].map(rowOf),
    counts() {
      const waiting = lines.entries().map(({ request }) => request)
      const draining = [...working].filter(({ state }) => state === 'draining').length
      const classes = Object.fromEntries(CLASS_NAMES.map((name) => [name, 0])) as Record<
        RequestClass,
        number
      >
      for (const one of waiting) classes[one.class] += 1
      return {
        slots: pools.slots(),
        running: working.size - draining,
        draining,
        waiting: waiting.length,
        waitingBytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
        classes,
      }
    },
    nextFreeMs({ pool, request }) {
      const now = clock.monotonic()
      const own = ranMs(pool, now, request.person)
      const ran = own.length > 0 ? own : ranMs(pool, now)
      return expectStarts(1, ran, serviceMs.get(pool) ?? UNKNOWN_MS, ran.length)[0] ?? UNKNOWN_MS
    },
    changed: () => orders.clear(),
    served: (pool, ms) => void serviceMs.set(pool, average(serviceMs.get(pool), ms)),
  }
}
