import type { Message } from '#core'
import type { Deps } from '../deps/deps.js'
import { pinnedIn } from './input/prompt_input.js'

/** How a session is copied. */
interface ForkWish {
  title?: string
  /** A task: the copy ends before it. */
  before?: string
  /** What the copy has to know at its end. */
  notice?: Message | null
}

/**
 * Copies a session as its next prompt would show it. The copy goes on by itself; what `/compact` has to keep stays
 * in its prompts.
 * @returns the id of the copy
 * @throws AircoderError NOTHING_TO_FORK when no prompt was sent yet
 */
export function forkSession(
  sessionId: string,
  { ledger }: Pick<Deps, 'ledger'>,
  wish: ForkWish = {},
): string {
  const words = pinnedIn(sessionId, '', ledger, wish.before)
  return ledger.forkSession({ sessionId, words, ...wish })
}
