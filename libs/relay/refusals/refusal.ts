import { redact } from '#core'

/**
 * Every refusal that a client can meet: OpenAI's `type`, the HTTP status before the first byte,
 * and whether the same request may succeed later. The codes are the contract's.
 */
export const REFUSALS = {
  invalid_request: { status: 400, type: 'invalid_request_error', retryable: false },
  context_length_exceeded: { status: 400, type: 'invalid_request_error', retryable: false },
  invalid_image: { status: 400, type: 'invalid_request_error', retryable: false },
  invalid_api_key: { status: 401, type: 'authentication_error', retryable: false },
  host_not_allowed: { status: 403, type: 'permission_error', retryable: false },
  origin_not_allowed: { status: 403, type: 'permission_error', retryable: false },
  funnel_refused: { status: 403, type: 'permission_error', retryable: false },
  model_not_allowed: { status: 403, type: 'permission_error', retryable: false },
  model_not_found: { status: 404, type: 'invalid_request_error', retryable: false },
  not_found: { status: 404, type: 'invalid_request_error', retryable: false },
  request_timeout: { status: 408, type: 'invalid_request_error', retryable: true },
  request_too_large: { status: 413, type: 'invalid_request_error', retryable: false },
  headers_too_large: { status: 431, type: 'invalid_request_error', retryable: false },
  queue_full: { status: 429, type: 'rate_limit_error', retryable: true },
  rate_limited: { status: 429, type: 'rate_limit_error', retryable: true },
  /** The client left; only the log sees it. */
  client_closed: { status: 499, type: 'api_error', retryable: false },
  engine_error: { status: 502, type: 'api_error', retryable: true },
  /** The engine's stream ended without its end mark. */
  engine_stopped: { status: 502, type: 'api_error', retryable: true },
  engine_unavailable: { status: 503, type: 'api_error', retryable: true },
  engine_timeout: { status: 504, type: 'api_error', retryable: true },
} as const satisfies Record<string, { status: number; type: string; retryable: boolean }>

export type RefusalCode = keyof typeof REFUSALS

export interface RefusalFacts {
  /** The field of the request that is invalid. */
  param?: string
  retryAfterSeconds?: number
  /** Overrides the row of the code. */
  retryable?: boolean
  /** More fields of the error object, e.g. the sizes of prompt and window. */
  numbers?: Record<string, number>
}

/** A request that is not answered, or not to its end. Thrown anywhere in the relay, answered in one place. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly retryable: boolean
  readonly facts: RefusalFacts

  constructor(
    code: RefusalCode,
    message: string,
    facts: RefusalFacts = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'Refusal'
    this.code = code
    this.status = REFUSALS[code].status
    this.retryable = facts.retryable ?? REFUSALS[code].retryable
    this.facts = facts
  }
}

/** Returns a refusal as it is; any other error becomes an engine_error without internal details. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return new Refusal(
    'engine_error',
    'The proxy failed while it handled this request.',
    {},
    {
      cause: error,
    },
  )
}

/** The JSON body before the first byte: OpenAI's shape. */
export function refusalBody(refusal: Refusal, requestId: string): object {
  return {
    error: {
      message: redact(refusal.message),
      type: REFUSALS[refusal.code].type,
      code: refusal.code,
      param: refusal.facts.param ?? null,
      retryable: refusal.retryable,
      request_id: requestId,
      ...refusal.facts.numbers,
    },
  }
}

/** The last event of a stream that failed. */
export function refusalEvent(refusal: Refusal, requestId: string): string {
  return `data: ${JSON.stringify(refusalBody(refusal, requestId))}\n\n`
}

/** Headers that say whether and when to retry. */
export function refusalHeaders(refusal: Refusal): Record<string, string> {
  const headers: Record<string, string> = { 'x-should-retry': String(refusal.retryable) }
  const seconds = refusal.facts.retryAfterSeconds ?? DEFAULT_WAIT[refusal.status]
  if (seconds !== undefined) headers['retry-after'] = String(seconds)
  return headers
}

/** Seconds of Retry-After where a refusal names none: 429 and 503 always have the header. */
const DEFAULT_WAIT: Record<number, number> = { 429: 5, 503: 5 }

/** Retry-After with jitter, so that refused clients do not retry at the same time (2-30 s, docs/design/proxy.md#errors). */
export function jitteredWait(seconds: number): number {
  const spread = Math.round(seconds * (0.75 + Math.random() * 0.5))
  return Math.min(30, Math.max(2, spread))
}
