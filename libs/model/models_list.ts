import { AircoderError, type Clock, LIMITS } from '#core'
import { causeOf, type Fault, FaultError } from './faults.js'
import { isObject, parseJson } from './json.js'
import type { ModelInfo } from './model.js'
import { openTransport } from './transport.js'
import { seconds } from './watch.js'

export interface ListOptions {
  baseUrl: string
  token?: string | undefined
  clock: Clock
  /** Time for one try, in ms; LIMITS.discoveryMs unless a test says otherwise. */
  tryMs?: number
}

/** A second try covers an engine that is just being restarted; more would delay every start. */
const TRIES = 2

/** Where servers name a window: first what is served, last what may be the trained one. */
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
 * @throws AircoderError ENDPOINT_UNREACHABLE, ENDPOINT_NOT_API or AUTH_REJECTED
 */
export async function listModels(options: ListOptions): Promise<ModelInfo[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return readList(await getModels(options), options.baseUrl)
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      const again = ['unreachable', 'silent', 'cut'].includes(error.fault.kind)
      if (!again || attempt === TRIES) throw personsError(error.fault, options.baseUrl)
      await options.clock.sleep(LIMITS.retryBaseMs)
    }
  }
}

/** One try: connection, headers and body together have `tryMs`. */
async function getModels({ baseUrl, token, clock, tryMs }: ListOptions): Promise<string> {
  const ms = tryMs ?? LIMITS.discoveryMs
  const transport = openTransport({
    baseUrl,
    token,
    limits: { connectMs: ms, firstTokenMs: ms, idleMs: ms },
    expects: 'json',
    now: () => clock.now(),
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    transport.close()
  }, ms)
  try {
    const answer = await transport.fetch(`${baseUrl}/models`, {
      headers: { accept: 'application/json' },
    })
    const text = await answer.text()
    const fault = transport.fault()
    if (fault !== null) throw new FaultError(fault)
    return text
  } catch (error) {
    if (!late) throw error
    throw new FaultError({ kind: 'silent', reason: `no answer within ${seconds(ms)}` })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

function personsError(fault: Fault, url: string): AircoderError {
  if (fault.kind === 'not_api')
    return new AircoderError('ENDPOINT_NOT_API', { url, reason: `it ${fault.reason}` })
  if (fault.kind !== 'answered')
    return new AircoderError('ENDPOINT_UNREACHABLE', { url, reason: causeOf(fault) })
  const { status } = fault
  if (status === 401 || status === 403) return new AircoderError('AUTH_REJECTED', { url, status })
  const reason = `GET ${url}/models answers ${status}`
  return new AircoderError(status < 500 ? 'ENDPOINT_NOT_API' : 'ENDPOINT_UNREACHABLE', {
    url,
    reason,
  })
}

function readList(body: string, url: string): ModelInfo[] {
  const document = parseJson(body)
  if (!isObject(document) || document.data === undefined)
    throw new AircoderError('ENDPOINT_NOT_API', { url, reason: 'its list of models is not JSON' })
  // Ollama says null when it has none.
  const rows: unknown[] = Array.isArray(document.data) ? document.data : []
  return rows.flatMap((row) =>
    isObject(row) && typeof row.id === 'string'
      ? [{ id: row.id, windowTokens: windowOf(row) }]
      : [],
  )
}

function windowOf(row: Record<string, unknown>): number | null {
  const named = WINDOW_FIELDS.map(([field, inner]) => {
    const value = row[field]
    return inner !== undefined && isObject(value) ? value[inner] : value
  })
  return named.map(Number).find((value) => Number.isInteger(value) && value > 0) ?? null
}
