import { sign } from './signature.js'
import { PREFIX, toBase64Url } from './token_utils.js'

/** Turns claims into a signed token. */
export function encodeToken(claims, key) {
  const signed = `${PREFIX}.${toBase64Url(JSON.stringify(claims))}`
  return `${signed}.${sign(signed, key)}`
}
