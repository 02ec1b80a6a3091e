/** Half-life of charged virtual tokens (docs/design/proxy.md#queue). */
const HALF_LIFE_MS = 5 * 60_000

/** How much each holder has used recently. Times are milliseconds of one monotonic clock. */
export interface Accounts<Holder> {
  used(holder: Holder, now: number): number
  /** @param since when the tokens were used: their value has decayed since then */
  charge(holder: Holder, tokens: number, now: number, since?: number): void
  /** Raises a returning holder to the lowest use among those present: being idle saves up no credit. */
  lift(holder: Holder, others: Iterable<Holder>, now: number): void
}

/**
 * Virtual token counters (arXiv 2401.00588) with a half-life. A holder whose use has decayed below one token is
 * removed, so that the accounts do not grow with the number of all people ever seen.
 */
export function createAccounts<Holder>(): Accounts<Holder> {
  const rows = new Map<Holder, { tokens: number; at: number }>()

  function used(holder: Holder, now: number): number {
    const row = rows.get(holder)
    if (row === undefined) return 0
    row.tokens *= faded(now - row.at)
    row.at = now
    if (row.tokens < 1) rows.delete(holder)
    return row.tokens
  }

  return {
    used,
    charge(holder, tokens, now, since = now) {
      const sum = used(holder, now) + tokens * faded(now - since)
      if (sum < 1) rows.delete(holder)
      else rows.set(holder, { tokens: sum, at: now })
    },
    lift(holder, others, now) {
      let least = Number.POSITIVE_INFINITY
      for (const other of others) if (other !== holder) least = Math.min(least, used(other, now))
      if (least < Number.POSITIVE_INFINITY && least > used(holder, now))
        rows.set(holder, { tokens: least, at: now })
    },
  }
}

function faded(ms: number): number {
  return 2 ** (-ms / HALF_LIFE_MS)
}
