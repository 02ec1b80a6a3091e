import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { boundJson } from '../door/bound_json.js'
import { Refusal } from '../errors.js'
import { syncHook } from '../sync_hook.js'
import { gatherBody } from './gather.js'
import { type Lifted, parseLifted } from './lift.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Base64 that was taken out of the body; marks stand in its place. */
    lifted: Lifted
  }
}

const nothing = (): Lifted => new Map()

/** Lets the routes of this scope read JSON whose pictures stay out of the parser; see lift.ts. */
export function readLiftedJson(server: FastifyInstance): void {
  const maxBytes = server.initialConfig.bodyLimit ?? 0
  const parse = server.getDefaultJsonParser('error', 'error')
  server.decorateRequest('lifted')
  const prepare = syncHook((request) => {
    request.lifted = nothing()
  })
  server.addHook('onRequest', prepare)
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new Refusal('invalid_request', 'Send the body as it is, without content-encoding.')
      const said = request.headers['content-length']
      const body = await gatherBody(payload, said === undefined ? null : Number(said), maxBytes)
      const { json, lifted } = parseLifted(body, (text) => {
        boundJson(text)
        return parsedBy(parse, request, text)
      })
      request.lifted = lifted
      return json
    },
  )
}

// Fastify's parser answers at once, by a callback.
function parsedBy(
  parse: ReturnType<FastifyInstance['getDefaultJsonParser']>,
  request: FastifyRequest,
  text: string,
): unknown {
  let answer: { error: Error | null; value?: unknown } = { error: null }
  parse(request, text, (error, value) => {
    answer = { error, value }
  })
  if (answer.error !== null) throw answer.error
  return answer.value
}

/** Lets go of the body as it came: the request object lives until its answer has ended. */
export function forgetBody(request: FastifyRequest): void {
  request.body = undefined
  request.lifted = nothing()
}
