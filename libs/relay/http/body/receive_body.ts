import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../refusals/refusal.js'
import type { Bodies } from './body_limits.js'
import { collectBody } from './collect_body.js'

/** Reads the body of a request within its reserved room. @throws as Bodies and collectBody do */
export async function receiveBody(
  request: FastifyRequest,
  payload: Readable,
  bodies: Bodies,
): Promise<Buffer> {
  const { headers } = request
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Refusal('invalid_request', 'Send the body without content-encoding.')
  const said = headers['content-length']
  return collectBody(payload, {
    length: said === undefined ? null : Number(said),
    maxBytes: request.server.initialConfig.bodyLimit ?? 0,
    onGrow: (bytes) => bodies.grow(request, bytes),
  })
}
