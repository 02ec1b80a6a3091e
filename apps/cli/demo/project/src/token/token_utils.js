import { decodeBase64, encodeBase64 } from './base64.js'

export const PREFIX = 'tb1'

/** Text to base64url without padding, which is safe in URLs and headers. */
export function toBase64Url(text) {
  const base64 = encodeBase64(Buffer.from(text, 'utf8'))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The way back from `toBase64Url`. */
export function fromBase64Url(value) {
  const base64 = value.replaceAll('-', '+').replaceAll('_', '/')
  return decodeBase64(base64).toString('utf8')
}

/** Splits a token into its payload and signature; null when it does not have the right shape. */
export function splitToken(token) {
  const [prefix, payload, signature, ...rest] = token.split('.')
  if (prefix !== PREFIX || !payload || !signature || rest.length > 0) return null
  return { payload, signature }
}
