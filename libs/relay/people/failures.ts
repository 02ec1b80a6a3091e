import type { Clock } from '#core'
import { sourceOf } from '../http/source_of.js'

const WINDOW_MS = 60_000
/** Addresses kept at once; beyond it the oldest are forgotten. */
const MAX_ADDRESSES = 10_000

/** Failed attempts by address. */
export interface Failures {
  /** @returns  seconds until this address may try again; 0: now */
  blockedFor(address: string): number
  failed(address: string): void
}

/**
 * Counts failed attempts in windows of a minute that begin with an address's first failure.
 * @param perMinute  failures that an address may have in one window
 */
export function createFailures(perMinute: () => number, clock: Clock): Failures {
  const counts = new Map<string, { since: number; count: number }>()

  function current(address: string) {
    // Without failures, the usual case, a request costs nothing.
    if (counts.size === 0) return undefined
    const row = counts.get(sourceOf(address))
    return row !== undefined && clock.monotonic() - row.since < WINDOW_MS ? row : undefined
  }

  return {
    blockedFor(address) {
      const row = current(address)
      if (row === undefined || row.count < perMinute()) return 0
      return Math.max(1, Math.ceil((row.since + WINDOW_MS - clock.monotonic()) / 1000))
    },
    failed(address) {
      const row = current(address)
      if (row !== undefined) {
        row.count += 1
        return
      }
      const source = sourceOf(address)
      // Deleted first, so that the order of the map stays that of the windows.
      counts.delete(source)
      counts.set(source, { since: clock.monotonic(), count: 1 })
      const [oldest] = counts.keys()
      if (counts.size > MAX_ADDRESSES && oldest !== undefined) counts.delete(oldest)
    },
  }
}
