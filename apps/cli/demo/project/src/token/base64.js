import { Base64Error } from '../errors.js'

const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/

export function encodeBase64(bytes) {
  return Buffer.from(bytes).toString('base64')
}

/**
 * Decodes standard, padded base64 to bytes and refuses everything else.
 * Buffer alone skips what it cannot read, so a token that lost its end on the way would decode to
 * half a payload and fail much later. Here it fails at once, with a reason.
 */
export function decodeBase64(text) {
  if (text.length % 4 !== 0) throw new Base64Error(`length ${text.length} is not a multiple of 4`)
  if (!ALPHABET.test(text)) throw new Base64Error('a character is outside the alphabet')
  return Buffer.from(text, 'base64')
}
