import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { AircoderError } from '#core'
import type { Person } from './auth.js'
import { chatRoutes } from './chat.js'
import { asRefusal, Refusal, refusalBody, refusalHeaders } from './errors.js'
import { healthRoutes } from './health.js'
import { modelRoutes } from './model_routes.js'
import type { Parts } from './parts.js'
import { plainRoutes } from './plain.js'
import { logRequest } from './request_log.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before the body is read. */
    person: Person
    /** `ok`, or the code of the refusal. */
    outcome: string
    /** true: the exchange writes the log line, when it has ended. */
    carried: boolean
  }
}

/** Fastify's own timers are off or long by default; each is set here (safety.md 5, slowloris). */
const TIMERS = {
  /** A client gets this long for its headers, and for a whole body of 20 MiB on a slow line. */
  headersMs: 10_000,
  bodyMs: 60_000,
  keepAliveMs: 75_000,
  checkMs: 5_000,
  requestsPerSocket: 10_000,
}

/** Builds one HTTP server over the parts; nothing listens yet. */
export function createServer(parts: Parts): FastifyInstance {
  const server = fastify({
    logger: false,
    bodyLimit: parts.settings.bodyBytes,
    requestTimeout: TIMERS.bodyMs,
    keepAliveTimeout: TIMERS.keepAliveMs,
    // A silent non-stream answer may take minutes: silence of a socket is no fault here.
    connectionTimeout: 0,
    handlerTimeout: 0,
    maxRequestsPerSocket: TIMERS.requestsPerSocket,
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: () => `req_${randomUUID()}`,
    exposeHeadRoutes: false,
    http: { headersTimeout: TIMERS.headersMs, connectionsCheckingInterval: TIMERS.checkMs },
  })
  // JSON only: a form or plain text could be posted by any web page without asking.
  server.removeContentTypeParser('text/plain')
  server.decorateRequest('person')
  server.decorateRequest('outcome', 'ok')
  server.decorateRequest('carried', false)

  server.addHook('onRequest', async (request, reply) => {
    request.person = { name: '-' }
    reply.header('x-request-id', request.id)
    assertExactPath(request)
  })
  server.addHook('onResponse', async (request, reply) => {
    if (!request.carried) logRequest(parts, request, reply, null, null)
  })
  server.setNotFoundHandler(async () => {
    throw notFound()
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = fromFastify(error)
    request.outcome = refusal.code
    if (!(error instanceof Refusal) && refusal.code === 'engine_error')
      parts.log.error({ id: request.id, err: error }, 'bug')
    return reply
      .code(refusal.status)
      .headers(refusalHeaders(refusal))
      .send(refusalBody(refusal, request.id))
  })

  server.register(healthRoutes(parts))
  server.register(async (guarded) => {
    // Before the body is read: nobody unknown makes us buffer anything.
    guarded.addHook('onRequest', async (request) => {
      request.person = parts.findPerson(request.headers.authorization)
      if (parts.draining)
        throw new Refusal('engine_unavailable', 'The proxy is about to restart.', {
          retryAfterSeconds: 5,
        })
    })
    await guarded.register(modelRoutes(parts))
    await guarded.register(chatRoutes(parts))
    await guarded.register(plainRoutes(parts))
  })
  return server
}

/**
 * Listens on one address.
 * @returns  the URL; an IPv6 address in brackets
 * @throws   AircoderError PROXY_LISTEN
 */
export async function listenOn(
  server: FastifyInstance,
  host: string,
  port: number,
): Promise<string> {
  try {
    await server.listen({ host, port, backlog: 1_024 })
  } catch (cause) {
    throw new AircoderError(
      'PROXY_LISTEN',
      { host, port, reason: (cause as Error).message },
      { cause },
    )
  }
  const address = server.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
}

// One spelling for each route: what the router would forgive (encoded letters, absolute form) is refused.
function assertExactPath(request: FastifyRequest): void {
  const path = (request.raw.url ?? '').split('?', 1)[0]
  if (request.routeOptions.url !== undefined && path !== request.routeOptions.url) throw notFound()
}

function notFound(): Refusal {
  return new Refusal('not_found', 'There is no such route here. Chat is POST /v1/chat/completions.')
}

/** Fastify's own refusals by code; what is none of them and no Refusal is a bug of ours. */
function fromFastify(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode, message } = error as {
    code?: string
    statusCode?: number
    message?: string
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('request_too_large', 'The body is larger than this proxy takes.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('invalid_request', 'Send JSON with content-type: application/json.')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('invalid_request', `The body is refused: ${message ?? 'unreadable'}`)
  return asRefusal(error)
}
