import { LIMITS } from '#core'

export interface RetryLimits {
  tries: number
  retryBaseMs: number
  retryMaxMs: number
  retryAfterMaxMs: number
}

/**
 * The pause before the next try: exponential with full jitter, or the server's Retry-After. Full jitter
 * is a random share of the whole step, so that clients which failed together do not retry together.
 * @param failed  `attempt`: the try that just failed, from 1; `retryAfterMs`: from the server, capped at
 *                `retryAfterMaxMs`, null when it sent none
 * @param random  returns 0..1
 * @returns       milliseconds; null when that was the last try
 */
export function retryPause(
  { attempt, retryAfterMs }: { attempt: number; retryAfterMs: number | null },
  random: () => number,
  limits: RetryLimits = LIMITS,
): number | null {
  if (attempt >= limits.tries) return null
  const step = Math.min(limits.retryMaxMs, limits.retryBaseMs * 2 ** (attempt - 1))
  const jitter = random() * step
  if (retryAfterMs === null) return jitter
  return Math.min(retryAfterMs, limits.retryAfterMaxMs) + jitter
}

/** Reads `retry-after-ms`, or `retry-after` in seconds or as a date relative to `now`; null without either. */
export function readRetryAfter(
  header: (name: string) => string | undefined,
  now: number,
): number | null {
  const exact = Number(header('retry-after-ms') ?? Number.NaN)
  if (exact >= 0) return exact
  const text = header('retry-after')
  if (text === undefined) return null
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
