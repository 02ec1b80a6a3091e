import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { AircoderError, describeSystemError } from '#core'
import { answerMalformed } from '../http/answer_malformed.js'
import { checkHeaders } from '../http/check_headers.js'
import { checkHost } from '../http/check_host.js'
import type { Listener } from '../http/listener.js'
import { readJson } from '../http/read_json.js'
import { prepareContinue } from '../http/send_continue.js'
import { syncHook } from '../http/sync_hook.js'
import { logRequest } from '../log/request_log.js'
import { metricsRoute } from '../metrics/metrics_route.js'
import { pageDataRoute, pageRoutes } from '../page/page_routes.js'
import { makePerson, type Person } from '../people/person.js'
import { asRefusal, Refusal, refusalBody, refusalHeaders } from '../refusals/refusal.js'
import { restarting } from '../refusals/restarting.js'
import { chatRoutes } from '../routes/chat.js'
import { healthRoutes } from '../routes/health.js'
import { meRoute } from '../routes/me.js'
import { modelRoutes } from '../routes/models.js'
import { plainRoutes } from '../routes/plain.js'
import { queueRoute } from '../routes/queue.js'
import { noRoute } from './no_route.js'
import type { Parts } from './parts.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated person; set before the body is read. */
    person: Person
    /** `ok`, or the code of the refusal. */
    outcome: string
    /** true: the exchange writes the log line when it has ended. */
    carried: boolean
  }
}

/** Fastify's own timers are off or long by default; each is set here (docs/design/proxy.md#timers, slowloris). */
const TIMERS = {
  keepAliveMs: 75_000,
  checkMs: 5_000,
  requestsPerSocket: 10_000,
}

/** Builds one HTTP server; it does not listen yet. */
export function createServer(parts: Parts, listener: Listener): FastifyInstance {
  const { bodyBytes, bodyMs } = parts.settings
  // Node applies both limits and rejects a limit for the headers that is above the one for the whole request.
  const headersMs = Math.min(parts.settings.headersMs, bodyMs)
  const server = fastify({
    logger: false,
    bodyLimit: bodyBytes,
    requestTimeout: bodyMs,
    keepAliveTimeout: TIMERS.keepAliveMs,
    // An answer that is not a stream may take minutes, so a silent socket is not an error.
    connectionTimeout: 0,
    handlerTimeout: 0,
    maxRequestsPerSocket: TIMERS.requestsPerSocket,
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: () => `req_${randomUUID()}`,
    exposeHeadRoutes: false,
    clientErrorHandler: answerMalformed,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(TIMERS.checkMs, headersMs),
    },
  })
  readJson(server, parts.bodies)
  parts.connections.guard(server.server)
  const sayContinue = prepareContinue(server)
  const nobody = makePerson('-')
  server.decorateRequest('person')
  server.decorateRequest('outcome', 'ok')
  server.decorateRequest('carried', false)
  server.decorateRequest('arriving', null)

  const enter = syncHook((request, reply) => {
    request.person = nobody
    reply.header('x-request-id', request.id)
    assertExactPath(request)
    checkHeaders(request)
    checkHost(request, listener, parts.settings)
  })
  server.addHook('onRequest', enter)
  server.addHook('onResponse', async (request, reply) => {
    if (request.carried) return
    if (request.outcome !== 'ok') parts.metrics.refused({ request, reply })
    const answered = { request, reply, model: null, account: null, prefix: null }
    if (request.person === nobody && request.outcome !== 'ok') parts.strangers.refused(answered)
    else logRequest(parts.log, answered)
    if (request.method === 'POST' && request.person !== nobody)
      parts.usage.add(request.person.name, '-', { refused: 1 })
  })
  server.setNotFoundHandler(async ({ raw }) => {
    throw noRoute(pathOf(raw))
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
  server.register(pageRoutes(parts.people, listener))
  server.register(metricsRoute(parts, listener))
  server.register(async (guarded) => {
    // Before the body is read, so that nothing is buffered for an unknown client.
    const identify = syncHook((request, reply) => {
      request.person = parts.people.identify(request, listener)
      parts.connections.know(request.raw.socket)
      if (parts.draining) throw restarting()
      if (request.method === 'POST') {
        parts.rates.enter(request.person)
        parts.bodies.reserve(request, reply.raw)
      }
      sayContinue(reply.raw)
    })
    guarded.addHook('onRequest', identify)
    await guarded.register(meRoute(parts))
    await guarded.register(modelRoutes(parts.directory, parts.slots))
    await guarded.register(queueRoute(parts))
    await guarded.register(pageDataRoute(parts))
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
      { host, port, reason: describeSystemError(cause) },
      { cause },
    )
  }
  const address = server.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
}

// One spelling for each route: encoded letters and the absolute form, which the router accepts, are refused.
function assertExactPath(request: FastifyRequest): void {
  const { url } = request.routeOptions
  const asked = request.raw.url ?? ''
  if (url === undefined || asked === url) return
  const path = pathOf(request.raw)
  if (url.endsWith('/*') ? !isNameBelow(url.slice(0, -1), path) : path !== url) throw noRoute(path)
}

/** Below this folder only the name of a model, which may have slashes but no dots that climb. */
function isNameBelow(folder: string, path: string): boolean {
  const name = path.slice(folder.length).replace(/%2f/gi, '/').replace(/%3a/gi, ':')
  const parts = name.split('/')
  return path.startsWith(folder) && parts.every((part) => /^[\w@+-][\w.:@+-]*$/.test(part))
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

const BODY_ERRORS: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send JSON.',
}

/** Fastify's errors as refusals by their code; any other error that is not a Refusal is a bug. */
function fromFastify(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode, message } = error as {
    code?: string
    statusCode?: number
    message?: string
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('request_too_large', 'The body is larger than this proxy accepts.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('invalid_request', 'Send JSON with content-type: application/json.')
  const plain = BODY_ERRORS[code ?? '']
  if (plain !== undefined) return new Refusal('invalid_request', plain)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('invalid_request', `The body is invalid: ${message ?? 'unreadable'}`)
  return asRefusal(error)
}
