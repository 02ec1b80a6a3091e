import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, Pool } from 'undici'
import { jitteredWait, Refusal } from '../refusals/refusal.js'
import type { StopSignal } from '../signals/stop_signal.js'
import { readEngineError } from './engine_errors.js'

const CONNECT_MS = 10_000
/**
 * An unused connection is kept for so long: servers of Python and Node close theirs after five seconds, and a
 * request that is just then on its way would be lost. A new one on the same machine costs a tenth of a millisecond.
 */
const UNUSED_MS = 2_000
/** Closed so long before the moment that the engine itself names. */
const AHEAD_MS = 3_000
/** Questions about models are answered at once or not at all. */
const ASK_MS = 10_000
/** An answer that is no 200 is read this far to learn why. */
const FAULT_BYTES = 64 * 1_024
/** What an engine tells of its models is kilobytes; template and licence of one may be a megabyte. */
const MAX_WORD_BYTES = 16 * 1_048_576
/** After the end mark the engine gets this long to end its message, so that the socket can be kept. */
const LINGER_MS = 1_000

/** One engine's address and its connections. */
export interface EngineHttp {
  /** POSTs a body and hands the answer to the reader, with back-pressure. */
  post(path: string, body: object, reader: Reader, signal: StopSignal): Promise<void>
  /** A short question about the engine itself; never used for completions. */
  ask(method: 'GET' | 'POST', path: string, body: object | null): Promise<unknown>
  close(): Promise<void>
}

export interface Reader {
  /** A 200 has come; throws a Refusal when it is not what was asked for. */
  head(headers: IncomingHttpHeaders): void
  /** false: pause until `whenDrained`. Throws a Refusal to give up. */
  data(chunk: Buffer): boolean
  whenDrained(resume: () => void): void
  /** true: all that matters was read, the rest of the message is of no interest. */
  finished(): boolean
}

/**
 * Opens the connections to an engine. Nothing of a client's headers goes there, compression is not
 * asked for, and undici's own timers are off: a prompt may take minutes (proxy.md 2, items 12 and 19).
 * @param base  origin and perhaps a path, without a slash at the end
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
          if (size > MAX_WORD_BYTES)
            throw new Refusal(
              'engine_error',
              'The engine tells more of its models than anyone reads.',
            )
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
          'The engine does not tell of its models.',
          {},
          { cause },
        )
      })
      try {
        return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
      } catch (cause) {
        throw new Refusal(
          'engine_error',
          'The engine answered with something that is no JSON.',
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

/** An answer that is no 200. */
interface Fault {
  status: number
  headers: IncomingHttpHeaders
  chunks: Buffer[]
  bytes: number
}

function refusalOf({ status, headers, chunks }: Fault): Refusal {
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
    let fault: Fault | null = null

    const settle = (error: unknown) => {
      if (settled) return
      settled = true
      signal.removeEventListener('abort', cancel)
      if (error === null) resolve()
      else reject(error)
    }
    const giveUp = (error: unknown) => {
      settle(error)
      control?.abort(error instanceof Error ? error : new Error('given up'))
    }
    const cancel = () => giveUp(signal.reason)
    signal.addEventListener('abort', cancel, { once: true })

    pool.dispatch(request, {
      onRequestStart(controller) {
        control = controller
        // The client may have left while the connection was being made.
        if (settled) controller.abort(new Error('given up'))
      },
      onResponseStart(_, status, headers) {
        if (status === 200) return attempt(() => reader.head(headers))
        fault = { status, headers, chunks: [], bytes: 0 }
      },
      onResponseData(controller, chunk) {
        if (settled) return
        if (fault !== null) {
          fault.chunks.push(chunk)
          fault.bytes += chunk.length
          if (fault.bytes >= FAULT_BYTES) giveUp(refusalOf(fault))
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
        if (fault === null) return settle(null)
        settle(refusalOf(fault))
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

/** Codes of an engine that cannot be reached at all, as against one that broke off. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

// The engine's address is the operator's business: the text to the client does not name it.
function transportRefusal(error: Error): Refusal {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (UNREACHABLE.has(code))
    return new Refusal(
      'engine_unavailable',
      'The engine behind this proxy does not answer.',
      { retryAfterSeconds: jitteredWait(10) },
      { cause: error },
    )
  return new Refusal(
    'engine_error',
    'The connection to the engine broke off.',
    {},
    { cause: error },
  )
}
