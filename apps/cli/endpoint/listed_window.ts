import type { Clock } from '#core'

/** How long the endpoint's list is trusted: a box's owner changes a window rarely, and the list is short. */
const TRUSTED_MS = 30_000

/**
 * Reads the window of a model again from the list of its endpoint, at most twice a minute.
 * @param first  the window when the session began
 * @param ask    asks the endpoint; null: it does not say
 * @returns      a function that returns the new window in tokens; null while it is the first one, whose value may have
 *               been corrected by a measurement
 */
export function followListedWindow(
  first: number,
  ask: () => Promise<number | null>,
  clock: Clock,
): () => Promise<number | null> {
  let askedMs = clock.monotonic()
  let last = first
  return async () => {
    if (clock.monotonic() - askedMs >= TRUSTED_MS) {
      askedMs = clock.monotonic()
      // An endpoint that is gone fails the next request, with a better message.
      last = (await ask().catch(() => null)) ?? last
    }
    return last === first ? null : last
  }
}
