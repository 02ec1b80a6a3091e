import { LIMITS } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** No engine serves a smaller window. */
export const SMALLEST_WINDOW = 2_048

/** The window of a session: what the server reported last, else what was discovered. */
export function windowOf({ session }: Pick<View, 'session'>, { endpoint }: Pick<Deps, 'endpoint'>) {
  return session.windowTokens ?? endpoint.windowTokens
}

/** Stores the window that is served now, for a request that is made again. A step stores it with its commit. */
export function adoptWindow(
  { session }: Pick<View, 'session'>,
  { ledger }: Pick<Deps, 'ledger'>,
  servedTokens: number | null,
): void {
  if (servedTokens === null || servedTokens === session.windowTokens) return
  ledger.updateSession(session.id, { windowTokens: servedTokens })
}

/**
 * Handles a prompt that the server refused as too long: takes the server's window, or raises our estimate.
 * @returns false when nothing is left to try
 */
export function shrinkWindow(
  view: View,
  deps: Pick<Deps, 'ledger' | 'endpoint'>,
  served: number | undefined,
): boolean {
  const { id, tokenFactor } = view.session
  const window = windowOf(view, deps)
  if (served !== undefined && served < window) {
    deps.ledger.updateSession(id, { windowTokens: Math.max(SMALLEST_WINDOW, served) })
    return served >= SMALLEST_WINDOW
  }
  if (served === undefined && window * 0.75 >= SMALLEST_WINDOW) {
    deps.ledger.updateSession(id, { windowTokens: Math.floor(window * 0.75) })
    return true
  }
  const factor = tokenFactor * 1.25
  if (factor <= LIMITS.tokenFactorMost) {
    deps.ledger.updateSession(id, { tokenFactor: factor })
    return true
  }
  // Our estimate cannot be that wrong: what the server says about its window is.
  const smaller = Math.floor(window * 0.75)
  if (smaller < SMALLEST_WINDOW) return false
  deps.ledger.updateSession(id, { windowTokens: smaller })
  return true
}
