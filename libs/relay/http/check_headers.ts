import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusals/refusal.js'

/** From two thousand on the parser drops headers silently. */
const MAX_HEADERS = 200
/** Of repeated headers the parser keeps the first; a proxy in front may have used the last. */
const ONCE = ['host', 'authorization', 'content-type', 'content-encoding', 'origin']

/**
 * Refuses requests that the parser accepts and that two servers could interpret differently.
 * @throws Refusal invalid_request, headers_too_large
 */
export function checkHeaders({ raw }: FastifyRequest): void {
  if (raw.httpVersionMajor !== 1) throw new Refusal('invalid_request', 'Use HTTP/1.1.')
  if (raw.rawHeaders.length > 2 * MAX_HEADERS)
    throw new Refusal('headers_too_large', `The request has more than ${MAX_HEADERS} headers.`)
  // One bit for each name: a Set for each request costs more than the rest of this check.
  let seen = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at]?.toLowerCase() ?? ''
    const bit = 1 << ONCE.indexOf(name)
    if (!ONCE.includes(name)) continue
    if (seen & bit) throw new Refusal('invalid_request', `The header ${name} is repeated.`)
    seen |= bit
  }
}
