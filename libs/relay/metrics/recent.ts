import type { Clock } from '#core'

/** Figures are kept by ten seconds, for half an hour. */
const BUCKET_MS = 10_000
const BUCKETS = 180

/** What is added up; counts, tokens and milliseconds. */
export const RECENT_COUNTS = [
  'promptTokens',
  'completionTokens',
  'ok',
  'failed',
  'cancelled',
  'refused',
  'readTokens',
  'reusedTokens',
  'lostTokens',
  'lostMs',
  'left_first',
  'left_none',
  'left_tools',
  'left_messages',
] as const
export type RecentCount = (typeof RECENT_COUNTS)[number]
export type RecentSums = Record<RecentCount, number>

/** The last half hour, in memory. */
export interface Recent {
  add(count: RecentCount, number: number): void
  /** Adds amounts, spread evenly over the time that they took, up to now. */
  spread(count: RecentCount, number: number, ms: number): void
  /** Sums of the last `ms`, to whole buckets. */
  sums(ms: number): RecentSums
  /** By minute, the oldest first; each begins at `at`, milliseconds since 1970. */
  minutes(): ({ at: number } & RecentSums)[]
}

export function createRecent(clock: Clock): Recent {
  const buckets: RecentSums[] = Array.from({ length: BUCKETS }, noSums)
  let newest = numberNow()

  function numberNow(): number {
    return Math.floor(clock.monotonic() / BUCKET_MS)
  }

  /** Empties what lies between the last use and now. */
  function advance(): number {
    const now = numberNow()
    for (let at = Math.max(newest + 1, now - BUCKETS + 1); at <= now; at++)
      Object.assign(bucketOf(at), noSums())
    newest = now
    return now
  }

  function bucketOf(number: number): RecentSums {
    return buckets[((number % BUCKETS) + BUCKETS) % BUCKETS] ?? noSums()
  }

  function sumOf(from: number, to: number): RecentSums {
    const sums = noSums()
    for (let at = from; at <= to; at++)
      for (const name of RECENT_COUNTS) sums[name] += bucketOf(at)[name]
    return sums
  }

  return {
    add(count, number) {
      bucketOf(advance())[count] += number
    },
    spread(count, number, ms) {
      const now = advance()
      const end = clock.monotonic()
      const first = Math.max(Math.floor((end - ms) / BUCKET_MS), now - BUCKETS + 1)
      for (let at = first; at <= now; at++) {
        const from = Math.max(end - ms, at * BUCKET_MS)
        const to = Math.min(end, (at + 1) * BUCKET_MS)
        bucketOf(at)[count] += ms <= 0 ? number : (number * (to - from)) / ms
      }
    },
    sums(ms) {
      const now = advance()
      return sumOf(Math.max(now - Math.ceil(ms / BUCKET_MS), now - BUCKETS + 1), now)
    },
    minutes() {
      const now = advance()
      const perMinute = 60_000 / BUCKET_MS
      // Whole minutes of ten-second buckets, the last one up to now.
      const last = Math.floor(now / perMinute)
      const begun = clock.now() - clock.monotonic()
      return Array.from({ length: BUCKETS / perMinute - 1 }, (_, index) => {
        const minute = last - (BUCKETS / perMinute - 2) + index
        const from = minute * perMinute
        const sums = sumOf(from, Math.min(now, from + perMinute - 1))
        return { at: Math.round(begun + from * BUCKET_MS), ...sums }
      })
    },
  }
}

function noSums(): RecentSums {
  return Object.fromEntries(RECENT_COUNTS.map((name) => [name, 0])) as RecentSums
}
