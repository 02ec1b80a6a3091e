import assert from 'node:assert/strict'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { LIMITS } from '#core'
import type { SentBody } from '../models/model.js'
import { BoundError } from '../reading/bound.js'
import { queueBytes } from '../reading/queue_bytes.js'
import { readDocument, readEvents } from '../reading/read_events.js'
import { boundInformational } from './bound_informational.js'
import { RequestFailedError, type RequestFailure } from './errors.js'
import { reasonOf } from './network_errors.js'
import { refusalOf } from './refusal_of.js'
import { headersOf, withToken } from './sent_headers.js'
import { type RequestTimers, startTimers, type TimerLimits } from './timers.js'

export interface TransportOptions {
  /** The only origin that requests and the token are sent to. */
  baseUrl: string
  token?: string | undefined
  /** Additional headers, for APIs that expect their key in another header. */
  headers?: Record<string, string>
  limits: TimerLimits
  /** `stream`: server-sent events; `json`: one document. */
  expects: 'stream' | 'json'
  /** Wall clock, for Retry-After dates. */
  now(): number
  onComment?(comment: string): void
  /** Called when the connection is open. */
  onConnected?(): void
  /** Called before the first byte is sent. */
  onSend?: ((sent: SentBody) => void) | undefined
}

/** One request to the endpoint. Each transport sends one request only. */
export interface Transport {
  /** For the SDK: rejects with a RequestFailedError for every answer that is not a 2xx of the expected kind. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /**
   * Gets a JSON document. It does not use `Response` and `Headers`: node loads its whole fetch for them, which
   * takes a tenth of the start of a session.
   */
  getDocument(url: string): Promise<{ text: string; date: string | undefined }>
  /** The caller reports here that the first token has arrived. */
  flowing(): void
  /** The first failure, even if the caller got a different error for it; null without one. */
  failure(): RequestFailure | null
  /** Ends the request immediately and closes its socket. */
  close(): void
}

/**
 * A `fetch` on node:http. Unlike undici's it has configurable timers (undici gives up after 300 s without
 * headers), closes its socket on abort, reports SSE comments and has bounds. It never follows redirects.
 */
export function openTransport(options: TransportOptions): Transport {
  let failure: RequestFailure | null = null
  let closed = false
  let answered = false
  let timers: RequestTimers | null = null
  /** Ends the current phase of the request; each phase sets its own. */
  let onFailure: (error: RequestFailedError) => void = () => {}

  function fail(cause: RequestFailure): RequestFailedError {
    failure ??= cause
    timers?.stop()
    const error = new RequestFailedError(failure)
    onFailure(error)
    return error
  }

  async function send(
    url: URL,
    { method, headers, body }: { method: string; headers: OutgoingHttpHeaders; body?: string },
  ): Promise<IncomingMessage> {
    assert(url.origin === new URL(options.baseUrl).origin, 'a request left the configured origin')
    const { request } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http')
    if (closed) throw fail({ kind: 'cut', reason: 'the client closed it before it was sent' })
    timers = startTimers(options.limits, fail)
    options.onSend?.({ host: url.host, bytes: Buffer.byteLength(body ?? '') })

    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, {
        method,
        headers: { ...withToken(headers, options.token), ...options.headers },
        // A new socket for each request: the server may close an idle one at the moment of its reuse.
        agent: false,
      })
      onFailure = (error) => {
        sent.destroy()
        reject(error)
      }
      sent.on('socket', (socket) => {
        const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect'
        socket.once(ready, () => {
          timers?.connected()
          options.onConnected?.()
        })
      })
      boundInformational(sent, (reason) => fail({ kind: 'not_api', reason }))
      sent.on('error', (error) =>
        fail({ kind: answered ? 'cut' : 'unreachable', reason: reasonOf(error) }),
      )
      // Nothing listens to another protocol: without this, nothing would end the wait for an answer.
      sent.on('upgrade', (_, socket) => {
        socket.destroy()
        fail({ kind: 'not_api', reason: 'switches to another protocol (101)' })
      })
      sent.on('close', () => {
        if (!answered) fail({ kind: 'unreachable', reason: 'the connection was closed' })
      })
      sent.on('response', (answer) => {
        answered = true
        resolve(answer)
      })
      sent.end(body)
    })
    onFailure = () => answer.destroy()
    const refused = await refusalOf(answer, options)
    // What follows the headers in the same piece may have ended the request: then no event of the answer comes any more.
    const ended = failure ?? refused
    if (ended !== null) throw fail(ended)
    return answer
  }

  async function fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const body = typeof init.body === 'string' ? { body: init.body } : {}
    const answer = await send(new URL(input instanceof Request ? input.url : input), {
      method: init.method ?? 'GET',
      headers: headersOf(init),
      ...body,
    })
    const { date } = answer.headers
    return new Response(bodyOf(answer), {
      status: 200,
      headers: date === undefined ? {} : { date },
    })
  }

  async function getDocument(url: string): Promise<{ text: string; date: string | undefined }> {
    const answer = await send(new URL(url), {
      method: 'GET',
      headers: { accept: 'application/json' },
    })
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = []
      let over = false
      onFailure = (error) => {
        over = true
        answer.destroy()
        reject(error)
      }
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > LIMITS.documentBytes) {
          fail({ kind: 'long', what: 'document' })
          return
        }
        parts.push(part)
        timers?.received(true)
      })
      answer.on('end', () => {
        over = true
        timers?.stop()
        const text = new TextDecoder().decode(Buffer.concat(parts))
        resolve({ text, date: answer.headers.date })
      })
      answer.on('error', (error) => {
        if (!over) fail({ kind: 'cut', reason: reasonOf(error) })
      })
      answer.on('close', () => {
        if (!over) fail({ kind: 'cut', reason: 'the connection was closed' })
      })
    })
  }

  /**
   * The body for the SDK, read as the SDK asks for it: one event at a time, so that an answer of any size waits
   * in the socket and not in memory.
   */
  function bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
    const bytes = queueBytes(answer)
    let over = false
    const end = () => {
      over = true
      timers?.stop()
      bytes.end(false)
    }
    const watch = {
      received: (data: boolean) => timers?.received(data),
      comment: (text: string) => options.onComment?.(text),
      isOpen: () => !closed,
    }
    const parts = options.expects === 'json' ? readDocument(bytes, watch) : readEvents(bytes, watch)
    answer.on('end', end)
    answer.on('error', (error) => {
      if (!over) fail({ kind: 'cut', reason: reasonOf(error) })
    })
    answer.on('close', () => {
      if (!over) fail({ kind: 'cut', reason: 'the connection was closed' })
    })
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          onFailure = (error) => {
            over = true
            answer.destroy()
            // The bytes before the failure are still read. failure() reports it after the last byte.
            bytes.end(closed)
            if (closed) controller.error(error)
          }
        },
        async pull(controller) {
          const next = await nextOf(parts)
          if (closed) return
          if (!next.done) return controller.enqueue(next.value)
          end()
          controller.close()
          answer.destroy()
        },
        cancel() {
          end()
          answer.destroy()
        },
      },
      // Without it the stream would ask for one more event than is read.
      { highWaterMark: 0 },
    )
  }

  /** The next part; a bound that was passed ends the request like any failure, and its parts. */
  async function nextOf(
    parts: AsyncGenerator<Uint8Array, void>,
  ): Promise<IteratorResult<Uint8Array, void>> {
    try {
      return await parts.next()
    } catch (error) {
      if (!(error instanceof BoundError)) throw error
      fail({ kind: 'long', what: error.bound })
      return { done: true, value: undefined }
    }
  }

  return {
    fetch,
    getDocument,
    flowing: () => timers?.flowing(),
    failure: () => failure,
    close() {
      if (closed) return
      closed = true
      fail({ kind: 'cut', reason: 'the client closed it' })
    },
  }
}
