import { TokenError } from '../errors.js'
import { checkClaims } from './claims.js'
import { signatureMatches } from './signature.js'
import { fromBase64Url, PREFIX, splitToken } from './token_utils.js'

/** Returns the claims of a token, or throws when it is malformed, forged or too old. */
export function decodeToken(token, key, now) {
  const parts = splitToken(token)
  if (!parts) throw new TokenError('this is not a tokenbox token')
  if (!signatureMatches(`${PREFIX}.${parts.payload}`, parts.signature, key)) {
    throw new TokenError('the signature does not match')
  }
  return checkClaims(JSON.parse(fromBase64Url(parts.payload)), now)
}
