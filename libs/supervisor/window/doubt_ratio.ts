import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/**
 * Takes back a learned ratio with which a prompt could not be sent: only the server can refuse a prompt.
 * @returns what to tell the person; null: the ratio is not the reason
 */
export function doubtRatio(
  { session }: Pick<View, 'session'>,
  { ledger, endpoint }: Pick<Deps, 'ledger' | 'endpoint'>,
): string | null {
  const usual = endpoint.usualFactor ?? 1
  if (session.tokenFactor <= usual) return null
  ledger.updateSession(session.id, { tokenFactor: usual })
  return `with the learned ratio of ${session.tokenFactor.toFixed(2)} tokens for each estimated one, this prompt would not fit the window. The server decides: it is sent with a ratio of ${usual.toFixed(2)}`
}
