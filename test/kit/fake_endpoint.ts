import { randomInt } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedReply } from '#core'

/** One request as the endpoint saw it. */
export interface Ask {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** `x-aircoder-step`, or 0. */
  step: number
}

/** What to do with one request: bytes go out in order, as separate writes. */
export interface Act {
  status?: number
  headers?: Record<string, string>
  /** Text or bytes to write, or milliseconds to wait. */
  body?: readonly (string | Uint8Array | { waitMs: number })[]
  /** Instead of a body: sent for as long as the client reads. */
  flood?: Iterable<string | { waitMs: number }>
  /** `end` is the default; `die` destroys the socket; `hang` leaves it open; `silent` sends not even headers. */
  end?: 'end' | 'die' | 'hang' | 'silent'
}

/** A scripted OpenAI-compatible endpoint on a real socket of 127.0.0.1. */
export interface FakeEndpoint {
  origin: string
  /** With /v1, as the client wants it. */
  baseUrl: string
  /** Chat requests only, in order of arrival. */
  asks: Ask[]
  /** Every request, also for the list of models. */
  requests: Ask[]
  /** How often each step was asked for. */
  asksPerStep(): Map<number, number>
  openSockets(): number
  /** Resolves once no socket is open. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface FakeModel {
  [field: string]: unknown
  id: string
  context_window?: number
  /** What aircoder-proxy says beyond OpenAI's own fields. */
  loaded?: boolean
  tools?: boolean
  vision?: boolean
}

export interface FakeOptions {
  models?: readonly FakeModel[]
  /** Without this token the list of models is refused. */
  token?: string
  /** The list is sent when this has resolved. */
  listing?(): Promise<void>
  /** It is closed during the test. Its port is none that the system gives away: another test would answer there. */
  vanishes?: boolean
}

const SSE = { 'content-type': 'text/event-stream' }
const POLL_MS = 5
/** Below the ports that Linux gives away, and above those of services. */
const OWN_PORTS = [20_000, 32_000] as const

/** Starts an endpoint that answers each chat request by `script`; close it in the test's teardown. */
export async function startEndpoint(
  script: (ask: Ask, number: number) => Act | Promise<Act>,
  {
    models = [{ id: 'fake', context_window: 32_768 }],
    token,
    listing,
    vanishes = false,
  }: FakeOptions = {},
): Promise<FakeEndpoint> {
  const asks: Ask[] = []
  const requests: Ask[] = []
  const sockets = new Set<Socket>()

  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      return // The client left while it was sending.
    }
    const ask: Ask = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
      step: Number(request.headers['x-aircoder-step'] ?? 0),
    }
    requests.push(ask)
    const isList = ask.method === 'GET' && ask.path === '/v1/models'
    if (isList) await listing?.()
    else asks.push(ask)
    const isStranger = token !== undefined && ask.headers.authorization !== `Bearer ${token}`
    const list = isStranger
      ? errorAct(401, { message: 'This token is unknown.' })
      : modelList(models)
    await perform(response, isList ? list : await script(ask, asks.length))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  while (!(await isListening(server, vanishes ? randomInt(...OWN_PORTS) : 0)));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    baseUrl: `${origin}/v1`,
    asks,
    requests,
    asksPerStep() {
      const counts = new Map<number, number>()
      for (const { step } of asks) counts.set(step, (counts.get(step) ?? 0) + 1)
      return counts
    },
    openSockets: () => sockets.size,
    async idle() {
      while (sockets.size > 0) await pause(POLL_MS)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** @returns false: the port is taken */
function isListening(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const refuse = () => resolve(false)
    server.once('error', refuse)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', refuse)
      resolve(true)
    })
  })
}

/** Answers the request of step N with reply N, as the recording has it; past the end with a 500. */
export function serveReplies(
  replies: readonly RecordedReply[],
  options?: FakeOptions,
): Promise<FakeEndpoint> {
  return startEndpoint((ask) => {
    const reply = replies[ask.step - 1]
    if (reply !== undefined) return streamed(reply)
    return errorAct(500, { message: `there is no reply for step ${ask.step}` })
  }, options)
}

async function perform(response: ServerResponse, act: Act): Promise<void> {
  if (act.end === 'silent') return
  response.writeHead(act.status ?? 200, act.headers ?? SSE)
  response.flushHeaders()
  for (const part of act.flood ?? act.body ?? []) {
    if (response.destroyed) return
    if (typeof part === 'object' && 'waitMs' in part) await pause(part.waitMs)
    else await new Promise((resolve) => response.write(part, resolve))
  }
  if (act.end === 'die') response.destroy()
  else if (act.end !== 'hang') response.end()
}

/** One server-sent event with this JSON. */
export function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** One chunk of a chat completion. */
export function chunk(delta: unknown, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return event({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'fake', choices })
}

/** The chunk that carries the usage. */
export function usageChunk(prompt: number, completion: number, cached = 0): string {
  return event({
    choices: [],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      prompt_tokens_details: { cached_tokens: cached },
    },
  })
}

export const DONE = 'data: [DONE]\n\n'

/** A reply as the events of its stream; a reply without a finish ends without one. */
function eventsOf(reply: RecordedReply): string[] {
  const calls = reply.tool_calls.map((call, index) =>
    chunk({
      tool_calls: [
        {
          index,
          id: call.id ?? '',
          type: 'function',
          function: { name: call.name, arguments: call.arguments },
        },
      ],
    }),
  )
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(reply.reasoning === '' ? [] : [chunk({ reasoning_content: reply.reasoning })]),
    ...halves(reply.content).map((content) => chunk({ content })),
    ...calls,
    ...(reply.finish_reason === null ? [] : [chunk({}, reply.finish_reason), DONE]),
  ]
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '')
}

/** An act that streams these events. */
export function stream(...body: NonNullable<Act['body']>): Act {
  return { body }
}

export function streamed(reply: RecordedReply): Act {
  return { body: eventsOf(reply) }
}

/** An error in OpenAI's shape. */
export function errorAct(
  status: number,
  error: Record<string, unknown>,
  headers: Record<string, string> = {},
): Act {
  return jsonAct(status, { error }, headers)
}

export function jsonAct(status: number, body: unknown, headers: Record<string, string> = {}): Act {
  const type = { 'content-type': 'application/json' }
  return { status, headers: { ...type, ...headers }, body: [JSON.stringify(body)] }
}

/** A web page where an API was expected. */
export function webPage(status = 200): Act {
  const body = ['<!doctype html><html><body>Welcome</body></html>']
  return { status, headers: { 'content-type': 'text/html' }, body }
}

export function redirectTo(location: string): Act {
  return { status: 307, headers: { location } }
}

function modelList(models: readonly FakeModel[]): Act {
  const data = models.map((model) => ({ object: 'model', ...model }))
  return jsonAct(200, { object: 'list', data })
}
