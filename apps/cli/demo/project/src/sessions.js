import { NotSignedIn } from './errors.js'
import { createClaims } from './token/claims.js'
import { decodeToken } from './token/decode.js'
import { encodeToken } from './token/encode.js'

/** Opens, checks and closes sessions. A token is good while its session is in the store. */
export function createSessions({ config, clock, store }) {
  function open(user) {
    const now = clock.now()
    store.removeExpired(now)
    const expires = now + config.sessionSeconds
    const id = store.add({ userId: user.id, expires })
    return encodeToken(createClaims({ id, user, now, expires }), config.key)
  }

  function check(token) {
    const claims = decodeToken(token, config.key, clock.now())
    if (!store.has(claims.sid)) throw new NotSignedIn('the session is closed')
    return claims
  }

  function close(token) {
    const claims = check(token)
    store.remove(claims.sid)
    return claims
  }

  return { open, check, close }
}
