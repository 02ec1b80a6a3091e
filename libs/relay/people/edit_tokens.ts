import { AircoderError } from '#core'
import { DEFAULT_CLASS } from '../settings/classes.js'
import type { StoredToken, TokenTerms } from '../settings/person_terms.js'
import type { MadeToken } from './token.js'

type Tokens = readonly StoredToken[]

/** @throws AircoderError PROXY_TOKEN_EXISTS when the person has a valid one */
export function addToken(
  tokens: Tokens,
  name: string,
  made: MadeToken,
  terms: TokenTerms,
  now: Date,
): StoredToken[] {
  if (tokens.some((token) => token.name === name && isLive(token, now.getTime())))
    throw new AircoderError('PROXY_TOKEN_EXISTS', { name })
  return [...tokens, newToken(name, made, terms, now)]
}

/**
 * Gives a person a new token on the terms of the newest old one; all old ones are revoked.
 * @throws AircoderError PROXY_TOKEN_UNKNOWN
 */
export function rotateToken(
  tokens: Tokens,
  name: string,
  made: MadeToken,
  terms: TokenTerms,
  now: Date,
): StoredToken[] {
  const [newest] = tokensOf(tokens, name).slice(-1)
  const kept: TokenTerms = { class: newest?.class, models: newest?.models }
  // An expiry in the past would invalidate the new token too.
  if (newest !== undefined && isLive({ ...newest, revoked: undefined }, now.getTime()))
    kept.expires = newest.expires
  const closed = tokens.map((token) => (token.name === name ? close(token, now) : token))
  const limits = { ...newest?.limits, ...terms.limits }
  return [...closed, newToken(name, made, { ...kept, ...terms, limits }, now)]
}

/** @throws AircoderError PROXY_TOKEN_UNKNOWN */
export function revokeToken(tokens: Tokens, name: string, now: Date): StoredToken[] {
  tokensOf(tokens, name)
  return tokens.map((token) => (token.name === name ? close(token, now) : token))
}

/**
 * Changes the terms of a person's token, which stays valid.
 * @throws AircoderError PROXY_TOKEN_UNKNOWN
 */
export function changeToken(tokens: Tokens, name: string, terms: TokenTerms): StoredToken[] {
  tokensOf(tokens, name)
  return tokens.map((token) =>
    token.name === name && token.revoked === undefined
      ? { ...token, ...terms, limits: { ...token.limits, ...terms.limits } }
      : token,
  )
}

/** Whether a token is valid at this time, in milliseconds since 1970. */
export function isLive({ expires, revoked }: StoredToken, nowMs: number): boolean {
  return revoked === undefined && (expires === undefined || Date.parse(expires) > nowMs)
}

function tokensOf(tokens: Tokens, name: string): Tokens {
  const own = tokens.filter((token) => token.name === name)
  if (own.length === 0) throw new AircoderError('PROXY_TOKEN_UNKNOWN', { name })
  return own
}

function close(token: StoredToken, now: Date): StoredToken {
  return token.revoked === undefined ? { ...token, revoked: now.toISOString() } : token
}

function newToken(
  name: string,
  { id, sha256 }: MadeToken,
  { class: kind = DEFAULT_CLASS, limits = {}, ...terms }: TokenTerms,
  now: Date,
): StoredToken {
  return { id, name, sha256, class: kind, limits, ...terms, created: now.toISOString() }
}
