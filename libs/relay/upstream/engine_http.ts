import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, Pool } from 'undici'
import { LIMITS } from '#core'
import { jitteredWait, Refusal } from '../refusals/refusal.js'
import type { StopSignal } from '../signals/stop_signal.js'
import { readEngineError } from './engine_errors.js'

const CONNECT_MS = 10_000
/**
 * How long an unused connection is kept. Servers in Python and Node close theirs after five seconds, and a
 * request that is sent at that moment would be lost. A new connection on the same machine costs 0.1 ms.
 */
const UNUSED_MS = 2_000
/** How long before the engine's own keep-alive limit a connection is closed. */
const AHEAD_MS = 3_000
/** Limit for requests about models: an engine answers them at once or not at all. */
const ASK_MS = 10_000
/** Of an answer with another status than 200, so much is read for its message. */
const ERROR_BYTES = 64 * 1_024
/** Answers about models are kilobytes; template and licence of one model may be a megabyte. */
const MAX_ANSWER_BYTES = 16 * 1_048_576
/** How long after the end mark the engine may take to end its message, so that the socket can be reused. */
const LINGER_MS = 1_000

/** One engine's address and its connections. */
export interface EngineHttp {
  /** POSTs a body and hands the answer to the reader, with back-pressure. */
  post(path: string, body: object, reader: Reader, signal: StopSignal): Promise<void>
  /** A short request about the engine itself; never used for completions. */
  ask(method: 'GET' | 'POST', path: string, body: object | null): Promise<unknown>
  close(): Promise<void>
}

export interface Reader {
  /** The status is 200; throws a Refusal when the headers are not as expected. */
  head(headers: IncomingHttpHeaders): void
  /** false: pause until `whenDrained`. Throws a Refusal to abort the request. */
  data(chunk: Buffer): boolean
  whenDrained(resume: () => void): void
  /** true: the rest of the message is not needed. */
  finished(): boolean
}

/**
 * Opens the connections to an engine. No header of a client is sent on, no compression is requested, and
 * undici's own timers are off: a prompt may take minutes (docs/design/proxy.md#timers).
 * @param base  origin and optional path, without a slash at the end
 */
export function openEngineHttp(base: string, headers: Record<string, string>): EngineHttp {
  const url = new URL(base)
  const prefix = url.pathname.replace(/\/+$/, '')
  const pool = new Pool(url.origin, {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: UNUSED_MS,
    keepAliveTimeoutThreshold: AHEAD_MS,
    connect: { timeout: CONNECT_MS },
  })
  const fixed = { 'content-type': 'application/json', ...headers }

  return {
    post(path, body, reader, signal) {
      const request = {
        method: 'POST',
        path: prefix + path,
        headers: fixed,
        body: JSON.stringify(body),
      } as const
      return dispatch(pool, request, reader, signal)
    },
    async ask(method, path, body) {
      const chunks: Buffer[] = []
      let size = 0
      const reader: Reader = {
        head: () => {},
        data(chunk) {
          size += chunk.length
          if (size > MAX_ANSWER_BYTES)
            throw new Refusal('engine_error', 'The engine sent more than 16 MiB about its models.')
          return chunks.push(chunk) > 0
        },
        whenDrained: () => {},
        finished: () => false,
      }
      const text = body === null ? null : JSON.stringify(body)
      const request = { method, path: prefix + path, headers: fixed, body: text } as const
      await dispatch(pool, request, reader, AbortSignal.timeout(ASK_MS)).catch((cause) => {
        if (cause instanceof Refusal) throw cause
        throw new Refusal(
          'engine_timeout',
          'The engine did not answer a request about its models.',
          {},
          { cause },
        )
      })
      try {
        return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
      } catch (cause) {
        throw new Refusal(
          'engine_error',
          'The engine answered with invalid JSON.',
          {},
          {
            cause,
          },
        )
      }
    },
    close: () => pool.destroy(),
  }
}

const FLOOD = ['engine_error', 'The engine sent informational answers and no reply.'] as const

/** An answer with another status than 200. */
interface ErrorAnswer {
  status: number
  headers: IncomingHttpHeaders
  chunks: Buffer[]
  bytes: number
}

function refusalOf({ status, headers, chunks }: ErrorAnswer): Refusal {
  return readEngineError(status, headers, Buffer.concat(chunks).toString('utf8'))
}

function dispatch(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  reader: Reader,
  signal: StopSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    let control: Dispatcher.DispatchController | null = null
    let settled = false
    let linger: NodeJS.Timeout | undefined
    let failed: ErrorAnswer | null = null
    let informational = 0

    const settle = (error: unknown) => {
      if (settled) return
      settled = true
      signal.removeEventListener('abort', cancel)
      if (error === null) resolve()
      else reject(error)
    }
    const giveUp = (error: unknown) => {
      settle(error)
      control?.abort(error instanceof Error ? error : new Error('aborted'))
    }
    const cancel = () => giveUp(signal.reason)
    signal.addEventListener('abort', cancel, { once: true })

    pool.dispatch(request, {
      onRequestStart(controller) {
        control = controller
        // The client may have left while the connection was being opened.
        if (settled) controller.abort(new Error('aborted'))
      },
      onResponseStart(_, status, headers) {
        // undici reports these like an answer. The real one follows, or never.
        if (status < 200) {
          informational += 1
          if (informational > LIMITS.informationalAnswers) giveUp(new Refusal(...FLOOD))
          return
        }
        if (status === 200) return attempt(() => reader.head(headers))
        failed = { status, headers, chunks: [], bytes: 0 }
      },
      onResponseData(controller, chunk) {
        if (settled) return
        if (failed !== null) {
          failed.chunks.push(chunk)
          failed.bytes += chunk.length
          if (failed.bytes >= ERROR_BYTES) giveUp(refusalOf(failed))
          return
        }
        attempt(() => {
          if (reader.data(chunk)) return
          controller.pause()
          reader.whenDrained(() => {
            if (!controller.aborted) controller.resume()
          })
        })
        if (!settled && reader.finished()) {
          settle(null)
          linger = setTimeout(() => controller.abort(new Error('no end of message')), LINGER_MS)
        }
      },
      onResponseEnd() {
        clearTimeout(linger)
        if (failed === null) return settle(null)
        settle(refusalOf(failed))
      },
      onResponseError(_, error) {
        clearTimeout(linger)
        settle(signal.aborted ? signal.reason : transportRefusal(error))
      },
    })

    function attempt(step: () => void): void {
      try {
        step()
      } catch (error) {
        giveUp(error)
      }
    }
  })
}

/** Codes of an engine that cannot be reached; any other code means that the connection was lost. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

// The message does not name the engine's address: it is for clients.
function transportRefusal(error: Error): Refusal {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (UNREACHABLE.has(code))
    return new Refusal(
      'engine_unavailable',
      'The engine behind this proxy does not answer.',
      { retryAfterSeconds: jitteredWait(10) },
      { cause: error },
    )
  return new Refusal('engine_error', 'The connection to the engine was lost.', {}, { cause: error })
}
