import type { Clock } from '#core'
import { Refusal } from '../refusals/refusal.js'
import { msUntilTomorrow } from '../usage/day.js'
import type { Person } from './person.js'

const MINUTE_MS = 60_000
/** Names kept at once; a full bucket is forgotten without loss. */
const SWEEP_AT = 1_000

/** Requests of each person in a minute, and tokens in a day. */
export interface Rates {
  /**
   * Counts one request that reaches a model, before its body is read.
   * @throws Refusal rate_limited: with a retry time for the minute, without one for the day
   */
  enter(person: Person): void
}

interface Bucket {
  /** Requests that may still be made at `at`. */
  left: number
  at: number
  perMinute: number
}

/**
 * One token bucket for each person, filled evenly over the minute. Several tokens of one name share it. The request that
 * exceeds the day's tokens is not cut: the next one is refused.
 * @param tokensToday  tokens that a person has used on this day
 */
export function createRates(clock: Clock, tokensToday: (name: string) => number): Rates {
  const buckets = new Map<string, Bucket>()

  function refill(name: string, perMinute: number): Bucket {
    const at = clock.monotonic()
    const known = buckets.get(name)
    const gained = known === undefined ? perMinute : ((at - known.at) * perMinute) / MINUTE_MS
    const bucket = { left: Math.min(perMinute, (known?.left ?? 0) + gained), at, perMinute }
    if (buckets.size > SWEEP_AT) sweep(at)
    buckets.set(name, bucket)
    return bucket
  }

  function sweep(now: number): void {
    for (const [name, { left, at, perMinute }] of buckets)
      if (left + ((now - at) * perMinute) / MINUTE_MS >= perMinute) buckets.delete(name)
  }

  return {
    enter({ name, limits: { requestsPerMinute, tokensPerDay } }) {
      if (tokensPerDay !== undefined && tokensToday(name) >= tokensPerDay)
        throw new Refusal(
          'rate_limited',
          `Your ${tokensPerDay} tokens of today are used up. The day ends at midnight in the time zone of the box.`,
          {
            retryAfterSeconds: Math.ceil(msUntilTomorrow(clock.now()) / 1000),
            retryable: false,
          },
        )
      if (requestsPerMinute === undefined) return
      const bucket = refill(name, requestsPerMinute)
      if (bucket.left < 1)
        throw new Refusal(
          'rate_limited',
          `You may make ${requestsPerMinute} requests a minute. Wait a moment.`,
          {
            retryAfterSeconds: Math.ceil(
              (((1 - bucket.left) / requestsPerMinute) * MINUTE_MS) / 1000,
            ),
          },
        )
      bucket.left -= 1
    },
  }
}
