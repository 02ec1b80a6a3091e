import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bodies } from '../http/body/body_limits.js'
import { receiveBody } from '../http/body/receive_body.js'
import { jsonParser } from '../http/read_json.js'
import { syncHook } from '../http/sync_hook.js'
import { type Lifted, parseLifted } from './lift.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Base64 that was removed from the body; marks replace it. */
    lifted: Lifted
  }
}

const nothing = (): Lifted => new Map()

/** Lets the routes of this scope read JSON whose pictures stay out of the parser; see lift.ts. */
export function readLiftedJson(server: FastifyInstance, bodies: Bodies): void {
  const parse = jsonParser(server)
  server.decorateRequest('lifted')
  const prepare = syncHook((request) => {
    request.lifted = nothing()
  })
  server.addHook('onRequest', prepare)
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const body = await receiveBody(request, payload, bodies)
      const { json, lifted } = parseLifted(body, (text) => parse(request, text))
      request.lifted = lifted
      return json
    },
  )
}

/** Releases the original body: the request object lives until its answer has ended. */
export function forgetBody(request: FastifyRequest): void {
  request.body = undefined
  request.lifted = nothing()
}
