import type { Clock } from '#core'
import { dayOf } from '../usage/day.js'
import type { UsageBook } from '../usage/usage_book.js'
import type { UsageRow } from '../usage/usage_file.js'
import type { PageCounts, PageHour } from './page_types.js'

const HOUR_MS = 3_600_000
const HOURS = 24
/** Concurrent readers of the page share one reading of the records. */
const FRESH_MS = 5_000

/** The last 24 hours of the records, by hour. */
export interface Hours {
  /** All hours, including those without a request. */
  of(person: string): PageHour[]
}

export function createHours(usage: UsageBook, clock: Clock): Hours {
  let kept: { at: number; rows: UsageRow[] } | null = null

  function rowsSince(day: string): UsageRow[] {
    const now = clock.monotonic()
    if (kept === null || now - kept.at > FRESH_MS) kept = { at: now, rows: usage.since(day) }
    return kept.rows
  }

  return {
    of(person) {
      const slots = lastHours(clock.now())
      const byKey = new Map(slots.map((slot) => [keyOf(slot), slot]))
      for (const row of rowsSince(slots[0]?.day ?? '')) {
        const slot = byKey.get(keyOf(row))
        if (slot === undefined) continue
        add(slot.all, row)
        if (row.person === person) add(slot.mine, row)
      }
      return slots
    },
  }
}

// In autumn one hour comes twice and has one row: then there are 23.
function lastHours(nowMs: number): PageHour[] {
  const hours = new Map<string, PageHour>()
  for (let back = HOURS - 1; back >= 0; back -= 1) {
    const at = nowMs - back * HOUR_MS
    const slot = { day: dayOf(at), hour: new Date(at).getHours(), all: nothing(), mine: nothing() }
    hours.set(keyOf(slot), slot)
  }
  return [...hours.values()]
}

function keyOf({ day, hour }: { day: string; hour: number }): string {
  return `${day} ${hour}`
}

function nothing(): PageCounts {
  return {
    requests: 0,
    promptTokens: 0,
    completionTokens: 0,
    reusedTokens: 0,
    images: 0,
    queueMs: 0,
    engineMs: 0,
  }
}

function add(counts: PageCounts, row: UsageRow): void {
  counts.requests += row.requests
  counts.promptTokens += row.prompt_tokens
  counts.completionTokens += row.completion_tokens
  counts.reusedTokens += row.reused_tokens
  counts.images += row.images
  counts.queueMs += row.queue_ms
  counts.engineMs += row.engine_ms
}
