import assert from 'node:assert/strict'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { SentBody } from '../models/model.js'
import { RequestFailedError, type RequestFailure } from './errors.js'
import { reasonOf } from './network_errors.js'
import { readRetryAfter } from './retry.js'
import { createSseScanner } from './sse_lines.js'
import { type RequestTimers, startTimers, type TimerLimits } from './timers.js'

export interface TransportOptions {
  /** The one origin that is spoken to, and the only one that sees the token. */
  baseUrl: string
  token?: string | undefined
  /** Sent beside our own; for APIs that take their key in another header. */
  headers?: Record<string, string>
  limits: TimerLimits
  /** `stream`: server-sent events; `json`: one document. */
  expects: 'stream' | 'json'
  /** Wall clock, to read a Retry-After date. */
  now(): number
  onComment?(comment: string): void
  /** Called before the first byte goes. */
  onSend?: ((sent: SentBody) => void) | undefined
}

/** One request to the endpoint. Made for one use. */
export interface Transport {
  /** For the SDK: rejects with a RequestFailedError for every answer that is not a 2xx of the expected kind. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** To be told when the first token has come. */
  flowing(): void
  /** What went wrong first, also when the caller was told of it in other words. */
  failure(): RequestFailure | null
  /** Ends the request at once, and frees the server's socket. */
  close(): void
}

/** The SDK would add its own; the endpoint sees these and the token. */
const SENT_HEADERS = ['accept', 'content-type', 'x-aircoder-step', 'x-aircoder-session']
const ERROR_BODY_BYTES = 65_536

/**
 * A `fetch` on node:http with our own named timers instead of the hidden ones of undici (300 s to the
 * headers), a socket that ends with the abort, and eyes for SSE comments. Redirects are never followed.
 */
export function openTransport(options: TransportOptions): Transport {
  let failure: RequestFailure | null = null
  let closed = false
  let answered = false
  let watch: RequestTimers | null = null
  /** How to end what is under way; replaced as the request goes on. */
  let onFailure: (error: RequestFailedError) => void = () => {}

  function fail(cause: RequestFailure): RequestFailedError {
    failure ??= cause
    watch?.stop()
    const error = new RequestFailedError(failure)
    onFailure(error)
    return error
  }

  async function fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input)
    assert(url.origin === new URL(options.baseUrl).origin, 'a request left the configured origin')
    const { request } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http')
    if (closed) throw fail({ kind: 'cut', reason: 'closed before it was sent' })
    watch = startTimers(options.limits, fail)
    const body = typeof init.body === 'string' ? init.body : undefined
    options.onSend?.({ host: url.host, bytes: Buffer.byteLength(body ?? '') })

    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, {
        method: init.method ?? 'GET',
        headers: { ...headersOf(init, options.token), ...options.headers },
        // A fresh socket each time: an idle one may be closed by the server just as we use it.
        agent: false,
      })
      onFailure = (error) => {
        sent.destroy()
        reject(error)
      }
      sent.on('socket', (socket) => {
        const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect'
        socket.once(ready, () => watch?.connected())
      })
      sent.on('error', (error) =>
        fail({ kind: answered ? 'cut' : 'unreachable', reason: reasonOf(error) }),
      )
      sent.on('response', (answer) => {
        answered = true
        resolve(answer)
      })
      sent.end(body)
    })
    onFailure = () => answer.destroy()
    const refused = await refusalOf(answer, options)
    if (refused !== null) throw fail(failure ?? refused)
    const { date } = answer.headers
    return new Response(bodyOf(answer), {
      status: 200,
      headers: date === undefined ? {} : { date },
    })
  }

  /**
   * The body as the SDK reads it; on the way comments are told and the timers fed. Read as fast as it
   * comes: a reply is small, and the timers shall measure the server, not whoever shows the text.
   */
  function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
    const scan = createSseScanner()
    return new ReadableStream<Uint8Array>({
      start(controller) {
        let over = false
        const end = () => {
          if (over) return
          over = true
          watch?.stop()
          controller.close()
          answer.destroy()
        }
        onFailure = (error) => {
          answer.destroy()
          if (over) return
          over = true
          // What came before the failure is still read, so it is told by failure() after the last byte.
          if (closed) controller.error(error)
          else controller.close()
        }
        answer.on('data', (bytes: Buffer) => {
          if (over) return
          controller.enqueue(new Uint8Array(bytes))
          const seen = scan(bytes)
          watch?.heard(seen.data)
          for (const comment of seen.comments) options.onComment?.(comment)
          // After [DONE] nothing counts, and some servers never close.
          if (seen.done) end()
        })
        answer.on('end', end)
        answer.on('error', (error) => {
          if (!over) fail({ kind: 'cut', reason: reasonOf(error) })
        })
        answer.on('close', () => {
          if (!over) fail({ kind: 'cut', reason: 'the connection was closed' })
        })
      },
      cancel: () => void answer.destroy(),
    })
  }

  return {
    fetch,
    flowing: () => watch?.flowing(),
    failure: () => failure,
    close() {
      if (closed) return
      closed = true
      fail({ kind: 'cut', reason: 'closed by us' })
    },
  }
}

function headersOf(init: RequestInit, token: string | undefined): OutgoingHttpHeaders {
  const given = new Headers(init.headers)
  const headers: OutgoingHttpHeaders = { 'user-agent': 'aircoder' }
  for (const name of SENT_HEADERS) {
    const value = given.get(name)
    if (value !== null) headers[name] = value
  }
  if (typeof init.body === 'string') headers['content-length'] = Buffer.byteLength(init.body)
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  return headers
}

/** Why this answer is not the API's yes, or null. */
async function refusalOf(
  answer: IncomingMessage,
  { expects, now }: TransportOptions,
): Promise<RequestFailure | null> {
  const status = answer.statusCode ?? 0
  const header = (name: string) => {
    const value = answer.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  if (status >= 300 && status < 400)
    return {
      kind: 'not_api',
      reason: `redirects (${status}); a token is never sent to where it points`,
    }
  const wait = {
    afterMs: readRetryAfter(header, now()),
    allowed: header('x-should-retry') !== 'false',
  }
  if (status >= 400) return { kind: 'answered', status, body: await textOf(answer), wait }
  if ((header('content-encoding') ?? 'identity') !== 'identity')
    return { kind: 'not_api', reason: 'sends a compressed body that was not asked for' }
  const type = header('content-type') ?? ''
  if (type.includes('text/html'))
    return { kind: 'not_api', reason: 'answers with a web page, not the API' }
  if (expects === 'json' || !type.includes('application/json')) return null
  const body = await textOf(answer)
  if (/"error"\s*:\s*[{"]/.test(body)) return { kind: 'said', body }
  return { kind: 'not_api', reason: 'answers with one document although a stream was asked for' }
}

/** The start of a body as text; what a lost connection left of it. */
async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of answer) {
      parts.push(part as Buffer)
      bytes += (part as Buffer).length
      if (bytes >= ERROR_BODY_BYTES) break
    }
  } catch {
    // The status has already been said; the words are only an extra.
  }
  answer.destroy()
  return Buffer.concat(parts).toString('utf8', 0, Math.min(bytes, ERROR_BODY_BYTES))
}
