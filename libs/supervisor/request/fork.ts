import type { Deps } from '../deps/deps.js'
import { pinnedIn } from './prompt_input.js'

/**
 * Copies a session as its next prompt would show it. The copy goes on by itself; what `/compact` has to keep stays
 * in its prompts.
 * @returns the id of the copy
 * @throws AircoderError NOTHING_TO_FORK when no prompt was sent yet
 */
export function forkSession(
  sessionId: string,
  { ledger }: Pick<Deps, 'ledger'>,
  title?: string,
): string {
  const words = pinnedIn(sessionId, '', ledger)
  return ledger.forkSession({ sessionId, words, ...(title === undefined ? {} : { title }) })
}
