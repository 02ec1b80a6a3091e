import { finishRestores } from '#supervisor'
import type { Wired } from '../../run/wire.js'

/** Sessions that are looked at, the newest ones. */
const MOST_SESSIONS = 20

/**
 * Finishes the undos and rewinds that a kill left between the ledger and the files, at the start of a session. What
 * another process works in is left to it.
 * @returns one line for each
 */
export function finishInterrupted({ ledger, deps }: Pick<Wired, 'ledger' | 'deps'>): string[] {
  return ledger.sessions(MOST_SESSIONS).flatMap(({ id }) => {
    const isOpen = ledger.restores(id).some(({ status }) => status === 'open')
    if (!isOpen || ledger.usedBy(id) !== null) return []
    ledger.claimSession(id)
    return finishRestores(id, deps)
  })
}
