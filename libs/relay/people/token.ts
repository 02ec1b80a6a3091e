import { randomBytes } from 'node:crypto'
import { digestOf } from '../settings/settings.js'

export interface MadeToken {
  /** Identifies the token in lists; not a secret. */
  id: string
  /** `ac_<id>_<secret>`; the secret has 256 random bits. Shown once, never stored. */
  token: string
  /** The stored form: SHA-256 of the whole token, in hex. A random secret needs no slow hash. */
  sha256: string
}

const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Makes a new bearer token from the system's random source. */
export function makeToken(): MadeToken {
  const id = [...randomBytes(8)].map((byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('')
  const token = `ac_${id}_${randomBytes(32).toString('base64url')}`
  return { id, token, sha256: digestOf(token).toString('hex') }
}

/** The token in an Authorization header; null when there is none of the bearer kind. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}
