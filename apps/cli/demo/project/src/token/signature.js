import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text as 64 hex digits. */
export function sign(text, key) {
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Compares in constant time, so that a guess learns nothing from how long the answer took. */
export function signatureMatches(text, signature, key) {
  const expected = Buffer.from(sign(text, key))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
