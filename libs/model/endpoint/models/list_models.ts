import { createHash } from 'node:crypto'
import { AircoderError, LIMITS, plausibleWindow } from '#core'
import { isObject, parseJson } from '../../json/parse_json.js'
import type { ModelInfo } from '../../models/model.js'
import {
  describeFailure,
  isStarting,
  longerWait,
  mayRetry,
  RequestFailedError,
  type RequestFailure,
  refusalOf,
} from '../errors.js'
import { type GetOptions, getText } from '../get_text.js'
import { createPatience } from './await_server.js'

export interface ListOptions extends GetOptions {
  /** Time for one try, in ms; LIMITS.discoveryMs unless a test says otherwise. */
  tryMs?: number
  /** A server that is starting or busy is waited for; without it there are two tries. */
  wait?: { ms: number; onWait(text: string): void } | undefined
  /** The address of a token that is set and is not sent here. */
  tokenBelongsTo?: string | undefined
}

/** A second try covers an engine that is restarting, and a plain 500. More tries would delay every start. */
const TRIES = 2

/** Fields that hold the window: first the served one, last what may be the trained one. */
const WINDOW_FIELDS = [
  ['context_window'],
  ['max_model_len'],
  ['n_ctx'],
  ['meta', 'n_ctx'],
  ['loaded_context_length'],
  ['context_length'],
  ['max_context_length'],
] as const

/**
 * Asks `GET /models`. An engine without models gives an empty list.
 * @throws AircoderError ENDPOINT_UNREACHABLE, ENDPOINT_BUSY, ENDPOINT_FAILING, ENDPOINT_NOT_API, ENDPOINT_REFUSES or AUTH_REJECTED
 */
export async function listModels(options: ListOptions): Promise<ModelInfo[]> {
  const { wait, clock, baseUrl } = options
  const patience = wait && createPatience(wait.ms, { clock, origin: new URL(baseUrl).origin })
  for (let attempt = 1; ; attempt += 1) {
    try {
      const ms = options.tryMs ?? LIMITS.discoveryMs
      const { text } = await getText(options, `${options.baseUrl}/models`, ms)
      return readList(text, options.baseUrl)
    } catch (error) {
      if (!(error instanceof RequestFailedError)) throw error
      const { failure } = error
      if (wait !== undefined && patience !== undefined && isStarting(failure)) {
        const waiting = patience.next(failure, pauseOf(failure, attempt))
        if (waiting === null) throw discoveryError(failure, options)
        wait.onWait(waiting.text)
        await clock.sleep(waiting.pauseMs)
        continue
      }
      const isBusy = failure.kind === 'answered' && isStarting(failure)
      const again = failure.kind === 'silent' || (mayRetry(failure) && !isBusy)
      if (!again || attempt >= TRIES) throw discoveryError(failure, options)
      await clock.sleep(LIMITS.retryBaseMs)
    }
  }
}

/** Longer after each try, or what the server asked for. */
function pauseOf(failure: RequestFailure, attempt: number): number {
  const asked = failure.kind === 'answered' ? failure.wait.afterMs : null
  return asked ?? Math.min(LIMITS.retryMaxMs, LIMITS.retryBaseMs * 2 ** (attempt - 1))
}

/** A server that forbids the request may want something else than a token. */
const NO_TOKEN = {
  401: 'wants a token, and none is set',
  403: 'refuses the request, and no token is set',
} as const

function discoveryError(
  failure: RequestFailure,
  { baseUrl: url, token, tokenBelongsTo, wait }: ListOptions,
): AircoderError {
  if (failure.kind === 'not_api')
    return new AircoderError('ENDPOINT_NOT_API', { url, reason: `it ${failure.reason}` })
  if (failure.kind === 'long')
    return new AircoderError('ENDPOINT_NOT_API', { url, reason: describeFailure(failure) })
  if (failure.kind !== 'answered')
    return new AircoderError('ENDPOINT_UNREACHABLE', { url, reason: describeFailure(failure) })
  const { status } = failure
  const refusal = refusalOf(status, failure.body)
  if (refusal !== null)
    return new AircoderError('ENDPOINT_REFUSES', { url, reason: refusal, status })
  if (status === 401 || status === 403) {
    const unset =
      tokenBelongsTo === undefined
        ? NO_TOKEN[status]
        : `wants a token, and the one that is set was not sent: it belongs to ${tokenBelongsTo}`
    const reason = token === undefined ? unset : 'rejected the token'
    return new AircoderError('AUTH_REJECTED', { url, reason, status, way: wayTo(failure.body) })
  }
  const said = describeFailure(failure).replace('the endpoint', 'GET /models')
  if (isStarting(failure)) {
    const reason = `${said.replace(/\.$/, '')}.${wait === undefined ? '' : longerWait(failure, wait.ms)}`
    return new AircoderError('ENDPOINT_BUSY', { url, reason })
  }
  if (status >= 500) return new AircoderError('ENDPOINT_FAILING', { url, reason: said })
  return new AircoderError('ENDPOINT_NOT_API', {
    url,
    reason: `GET ${url}/models answers ${status}`,
  })
}

/** Where a token comes from, which is known of our own proxy alone: no other server has both words. */
function wayTo(body: string): string {
  const document = parseJson(body)
  const error = isObject(document) ? document.error : undefined
  if (!isObject(error) || error.type !== 'authentication_error') return ''
  return error.code === 'invalid_api_key'
    ? 'It is an aircoder-proxy: `aircoder-proxy token add NAME` on its machine prints one.'
    : ''
}

function readList(body: string, url: string): ModelInfo[] {
  const document = parseJson(body)
  if (!isObject(document) || document.data === undefined)
    throw new AircoderError('ENDPOINT_NOT_API', { url, reason: 'its list of models is not JSON' })
  // Ollama sends null when it has no models.
  const rows: unknown[] = Array.isArray(document.data) ? document.data : []
  return rows.flatMap((row) =>
    isObject(row) && typeof row.id === 'string'
      ? [
          {
            id: row.id,
            windowTokens: windowOf(row),
            takesTools: typeof row.tools === 'boolean' ? row.tools : null,
            ...(row.owned_by === 'llamacpp' && { tellsProgress: true as const }),
            mark: markOf(row),
          },
        ]
      : [],
  )
}

function windowOf(row: Record<string, unknown>): number | null {
  const named = WINDOW_FIELDS.map(([field, inner]) => {
    const value = row[field]
    return inner !== undefined && isObject(value) ? value[inner] : value
  })
  return named.map(plausibleWindow).find((value) => value !== null) ?? null
}

/** Fields of a row that change when the model changes. Times of request and of loading are left out. */
const MARKS = ['id', 'root', 'owned_by', 'size', 'quantization', 'arch', 'meta'] as const

/** The digest in the row, or else a digest of the row's own fields. */
function markOf(row: Record<string, unknown>): string {
  if (typeof row.digest === 'string' && row.digest !== '') return row.digest
  const fields = JSON.stringify(MARKS.map((field) => row[field] ?? null))
  return `row:${createHash('sha256').update(fields).digest('hex').slice(0, 16)}`
}
