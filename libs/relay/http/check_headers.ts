import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusals/refusal.js'

/** From two thousand on the parser drops headers without a word. */
const MAX_HEADERS = 200
/** Of several of these the parser keeps the first; whatever stands before us may have gone by the last. */
const ONCE = ['host', 'authorization', 'content-type', 'content-encoding', 'origin']

/**
 * Refuses what the parser lets through though two readers could take it for two different requests.
 * @throws Refusal invalid_request, headers_too_large
 */
export function checkHeaders({ raw }: FastifyRequest): void {
  if (raw.httpVersionMajor !== 1) throw new Refusal('invalid_request', 'Speak HTTP/1.1.')
  if (raw.rawHeaders.length > 2 * MAX_HEADERS)
    throw new Refusal('headers_too_large', `There are more than ${MAX_HEADERS} headers.`)
  // One bit for each of the names: a set for each request costs more than the rest of this look.
  let seen = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at]?.toLowerCase() ?? ''
    const bit = 1 << ONCE.indexOf(name)
    if (!ONCE.includes(name)) continue
    if (seen & bit) throw new Refusal('invalid_request', `There are two headers ${name}.`)
    seen |= bit
  }
}
