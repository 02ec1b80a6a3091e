import { TokenError } from '../errors.js'

/** What a token says: session, user, role, and when it was issued and ends, in seconds. */
export function createClaims({ id, user, now, expires }) {
  return { sid: id, sub: user.id, role: user.role, iat: now, exp: expires }
}

/** Returns the claims when they are complete and current. */
export function checkClaims(claims, now) {
  for (const name of ['sid', 'sub', 'role']) {
    if (typeof claims[name] !== 'string') throw new TokenError(`claim ${name} is missing`)
  }
  if (!Number.isInteger(claims.exp)) throw new TokenError('claim exp is missing')
  if (claims.exp <= now) throw new TokenError('the token has expired')
  return claims
}
