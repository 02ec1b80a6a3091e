import type { Clock } from '#core'
import type { StoredToken, TokenTerms } from '../settings/person_terms.js'
import { addToken, changeToken, isLive, revokeToken, rotateToken } from './edit_tokens.js'
import { type MadeToken, makeToken } from './token.js'
import { openTokenFile } from './token_file.js'

/** The token store of a state folder. A running proxy with this folder reloads each change within a second. */
export interface Tokens {
  /** The file. */
  path: string
  /** Oldest first; `live`: it is valid now. */
  list(): (StoredToken & { live: boolean })[]
  /**
   * Creates a person's token.
   * @returns  the token itself, which is not stored
   * @throws   AircoderError PROXY_TOKEN_EXISTS
   */
  add(name: string, terms: TokenTerms): string
  /**
   * Creates a new token with the old one's terms, revokes the old one and ends its streams.
   * @throws AircoderError PROXY_TOKEN_UNKNOWN
   */
  rotate(name: string, terms: TokenTerms): string
  /** @throws AircoderError PROXY_TOKEN_UNKNOWN */
  change(name: string, terms: TokenTerms): void
  /**
   * Revokes a person's tokens and ends their streams.
   * @throws AircoderError PROXY_TOKEN_UNKNOWN
   */
  revoke(name: string): void
}

/**
 * Opens the store; nothing is written before the first change.
 * All methods throw AircoderError PROXY_TOKENS_UNREADABLE, changes also PROXY_STATE_UNWRITABLE.
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
