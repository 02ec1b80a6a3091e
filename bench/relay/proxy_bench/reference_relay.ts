import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { type Dispatcher, Pool } from 'undici'

const HOP_BY_HOP = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|host|expect)$/

/**
 * Serves one of the two smallest relays that Node can be asked for, to know what relaying itself costs:
 * `http-pipe` (node:http on both sides) or `fastify-dispatch` (Fastify, body unread, undici's dispatch).
 * Prints its address, ends with its input.
 */
export async function serveReferenceRelay(kind: string, upstream: string): Promise<null> {
  const relay = kind === 'http-pipe' ? await pipe(upstream) : await dispatch(upstream)
  console.log(relay.address)
  for await (const _ of process.stdin);
  await relay.close()
  return null
}

interface Running {
  address: string
  close(): Promise<unknown>
}

async function pipe(upstream: string): Promise<Running> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_048, maxFreeSockets: 2_048 })
  const server = createServer((request, response) => {
    const onward = openRequest(
      `${upstream}${request.url}`,
      { method: request.method ?? 'GET', headers: carried(request.headers), agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, carried(answer.headers))
        answer.on('error', () => response.destroy())
        answer.pipe(response)
      },
    )
    onward.on('error', () => {
      if (!response.headersSent) response.writeHead(502).end()
      else response.destroy()
    })
    response.on('close', () => response.writableFinished || onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 8_192, resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function dispatch(upstream: string): Promise<Running> {
  const pool = new Pool(upstream, { connections: 1_024, headersTimeout: 0, bodyTimeout: 0 })
  const app = fastify({ bodyLimit: 64 * 1_048_576 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.all('/*', (request, reply) => {
    reply.hijack()
    const body = (request.body ?? null) as IncomingMessage | null
    pool.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: request.raw.url ?? '/',
        headers: carried(request.headers),
        body,
      },
      handler(reply.raw),
    )
  })
  return {
    address: await app.listen({ port: 0, host: '127.0.0.1', backlog: 8_192 }),
    close: () => Promise.all([app.close(), pool.destroy()]),
  }
}

function handler(response: ServerResponse): Dispatcher.DispatchHandler {
  let controller: Dispatcher.DispatchController | null = null
  let ended = false
  const leave = () => ended || controller?.abort(new Error('the client left'))
  response.on('close', leave).on('error', () => {})
  return {
    onRequestStart(given) {
      controller = given
      if (response.destroyed) leave()
    },
    onResponseStart(_controller, status, headers) {
      response.writeHead(status, carried(headers))
    },
    onResponseData(given, chunk) {
      if (response.write(chunk)) return
      given.pause()
      response.once('drain', () => given.resume())
    },
    onResponseEnd() {
      ended = true
      response.end()
    },
    onResponseError() {
      ended = true
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    },
  }
}

function carried(headers: IncomingHttpHeaders | Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] =>
        entry[1] !== undefined && !HOP_BY_HOP.test(entry[0]),
    ),
  )
}
