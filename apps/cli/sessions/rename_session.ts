import { AircoderError, dropControls, redactTyped } from '#core'
import type { Ledger } from '#ledger'
import { oneLine } from '../output/one_line.js'

/**
 * Gives a session another title.
 * @returns a line for the person
 * @throws AircoderError NO_SUCH_SESSION; SESSION_IN_USE when another process works in it; USAGE for an empty title
 */
export function renameSession(ledger: Ledger, idPrefix: string, title: string): string {
  const { id } = ledger.session(idPrefix)
  if (dropControls(title).trim() === '')
    throw new AircoderError('USAGE', { reason: 'A title needs at least one character.' })
  ledger.claimSession(id)
  ledger.updateSession(id, { title: redactTyped(dropControls(title)) })
  return `${id} is now: ${oneLine(ledger.session(id).title)}`
}
