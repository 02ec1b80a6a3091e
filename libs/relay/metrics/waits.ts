/** Maximum of remembered waits; only the newest count. */
const MAX_WAITS = 1_024

/** Waits of the last minutes, in milliseconds. */
export interface WaitFigures {
  count: number
  /** null: no request waited or ran. */
  p50Ms: number | null
  p95Ms: number | null
  maxMs: number | null
}

export interface Waits {
  /** @param at  on the clock of `since` */
  add(at: number, ms: number): void
  figures(since: number): WaitFigures
}

export function createWaits(): Waits {
  const ring: { at: number; ms: number }[] = []
  let next = 0
  return {
    add(at, ms) {
      ring[next] = { at, ms }
      next = (next + 1) % MAX_WAITS
    },
    figures(since) {
      const sorted = ring
        .filter(({ at }) => at >= since)
        .map(({ ms }) => Math.round(ms))
        .sort((a, b) => a - b)
      const at = (share: number) =>
        sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
      return { count: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: sorted.at(-1) ?? null }
    },
  }
}
