import type { Clock } from '#core'
import type { StoredToken, TokenTerms } from '../settings/person_terms.js'
import { addToken, changeToken, isLive, revokeToken, rotateToken } from './edit_tokens.js'
import { type MadeToken, makeToken } from './token.js'
import { openTokenFile } from './token_file.js'

/** The token store of a state folder. A proxy that runs on the folder takes each change within a second. */
export interface Tokens {
  /** The file. */
  path: string
  /** Oldest first, with whether each opens the door now. */
  list(): (StoredToken & { live: boolean })[]
  /**
   * Makes a person's token.
   * @returns  the token itself: nothing keeps it
   * @throws   AircoderError PROXY_TOKEN_EXISTS
   */
  add(name: string, terms: TokenTerms): string
  /**
   * Makes a new token on the old one's terms and closes the old one with the streams that run on it.
   * @throws AircoderError PROXY_TOKEN_UNKNOWN
   */
  rotate(name: string, terms: TokenTerms): string
  /** @throws AircoderError PROXY_TOKEN_UNKNOWN */
  change(name: string, terms: TokenTerms): void
  /**
   * Closes a person's tokens and ends the streams that run on them.
   * @throws AircoderError PROXY_TOKEN_UNKNOWN
   */
  revoke(name: string): void
}

/**
 * Opens the store; nothing is written until something changes.
 * All of it throws AircoderError PROXY_TOKENS_UNREADABLE, what changes it PROXY_STATE_UNWRITABLE too.
 */
export function openTokens(stateDir: string, clock: Clock): Tokens {
  const file = openTokenFile(stateDir)
  const now = () => new Date(clock.now())

  function withNew(
    edit: (tokens: readonly StoredToken[], made: MadeToken) => StoredToken[],
  ): string {
    const made = makeToken()
    file.change((tokens) => edit(tokens, made))
    return made.token
  }

  return {
    path: file.path,
    list: () => file.read().map((token) => ({ ...token, live: isLive(token, clock.now()) })),
    add: (name, terms) => withNew((tokens, made) => addToken(tokens, name, made, terms, now())),
    rotate: (name, terms) =>
      withNew((tokens, made) => rotateToken(tokens, name, made, terms, now())),
    change: (name, terms) => file.change((tokens) => changeToken(tokens, name, terms)),
    revoke: (name) => file.change((tokens) => revokeToken(tokens, name, now())),
  }
}
