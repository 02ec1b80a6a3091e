import type { Ledger } from '#ledger'
import type { Flags } from '../../flags/flags.js'
import { wantedSession } from '../../run/wanted_session.js'

/** Takes the session that is continued; refused before the greeting where another process works in it. */
export function claimContinued(ledger: Ledger, flags: Flags): void {
  const continued = wantedSession(ledger, flags)
  if (continued !== undefined) ledger.claimSession(continued)
}
