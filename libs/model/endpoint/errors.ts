import type { Problem } from '#core'
import { asObject, isObject } from '../json/parse_json.js'
import { plainLine } from '../text/excerpt.js'

/** What can go wrong between us and the endpoint. */
export type RequestFailure =
  /** No answer at all: refused, unknown host, closed before the headers. */
  | { kind: 'unreachable'; reason: string }
  /** An answer with an error status. */
  | { kind: 'answered'; status: number; body: string; wait: RetryAdvice }
  /** An error event inside the stream. */
  | { kind: 'said'; body: string }
  /** Answers, but is not the API: a web page, a redirect, a body that is no stream. */
  | { kind: 'not_api'; reason: string }
  /** One of our own timers ran out. */
  | { kind: 'silent'; reason: string }
  /** The connection was lost after the headers. */
  | { kind: 'cut'; reason: string }

/** What the server says about trying again. */
export interface RetryAdvice {
  afterMs: number | null
  allowed: boolean
}

/** Carries a failure through code that knows only exceptions. */
export class RequestFailedError extends Error {
  readonly failure: RequestFailure
  constructor(failure: RequestFailure) {
    super(failure.kind)
    this.name = 'RequestFailedError'
    this.failure = failure
  }
}

const WEB_PAGE = /^\s*<(?:!doctype|html|\?xml|head|body)/i

/** How vLLM, SGLang, llama.cpp, Ollama, LM Studio, OpenAI and our proxy say that the prompt is too long. */
const OVERFLOW =
  /context_length_exceeded|exceed_context_size|maximum context length|maximum model length|context overflows|exceeds? the (?:available |model's )?(?:maximum )?context|longer than the (?:model's )?context|context length of only|prompt is too long/i
const OVERFLOW_STATUS = new Set([400, 413, 422, 500])

/** Where the served window stands in such an error; the first that matches wins. */
const WINDOW = [
  /\bn_ctx\W{1,6}(\d+)/,
  /\b(?:context_window|window_?tokens|max_model_len)\W{1,6}(\d+)/i,
  /(?:context length|model length|context size|window)[^\d]{0,24}?(\d[\d,]{2,})/i,
]

/** Of a server whose model has no template for tools. */
const NO_TOOLS = /\btools?\b.{0,20}\bnot supported\b|\bnot support tools?\b/i
/** A tool call that the token limit cut, as Ollama reports it; asking again would cut it again. */
const CUT_CALL = /invalid tool call arguments|unexpected end of JSON input/i

/** How servers refuse a schema that they cannot hold an answer to, or not together with tools. */
const FORMAT_STATUS = new Set([400, 415, 422, 501])
const FORMAT_WORDS = /response_format|json_schema|schema|grammar|guided|structured/i

/**
 * Whether a refusal may be for the schema that the request asked for. A 500 must say so:
 * llama.cpp's, for one, does ("Cannot use custom grammar constraints with tools.").
 */
export function blamesFormat(failure: RequestFailure): boolean {
  if (failure.kind !== 'answered' || isHopeless(failure.status, failure.body)) return false
  if (FORMAT_STATUS.has(failure.status)) return true
  return failure.status === 500 && FORMAT_WORDS.test(failure.body)
}

/** The problem of a reply for a failure that no further try repaired. */
export function problemOf(failure: RequestFailure, origin: string): Problem {
  switch (failure.kind) {
    case 'unreachable':
      return { code: 'unreachable', message: `No model answers at ${origin}: ${failure.reason}.` }
    case 'not_api':
      return { code: 'inference_error', message: `${origin} ${failure.reason}.` }
    case 'silent':
    case 'cut':
      return {
        code: 'inference_error',
        message: `The reply of ${origin} broke off: ${failure.reason}.`,
      }
    case 'said':
      return serverProblem(failure.body, 200, `${origin} broke the reply off`)
    case 'answered':
      return serverProblem(failure.body, failure.status, `${origin} answers ${failure.status}`)
  }
}

/** Whether the same request may be sent again, as long as no token has come. */
export function mayRetry(failure: RequestFailure): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'cut':
      return true
    case 'answered': {
      const worth = failure.status >= 500 || failure.status === 429
      return worth && failure.wait.allowed && !isHopeless(failure.status, failure.body)
    }
    case 'said':
      return /"retryable"\s*:\s*true/.test(failure.body) && !isHopeless(400, failure.body)
    default:
      return false
  }
}

/** One plain clause on a failure, for the line that says why we wait. */
export function describeFailure(failure: RequestFailure): string {
  if (failure.kind === 'answered') return `the endpoint answers ${failure.status}`
  return failure.kind === 'said' ? 'the endpoint reports an error' : failure.reason
}

function serverProblem(body: string, status: number, lead: string): Problem {
  const said = serverMessage(body)
  const message = said === '' ? `${lead}.` : `${lead}: ${said}`
  if (status === 401 || status === 403)
    return {
      code: 'auth_error',
      message: `${lead}: the token was refused${status === 403 && said !== '' ? ` (${said})` : ''}.`,
    }
  if (WEB_PAGE.test(body))
    return { code: 'inference_error', message: `${lead} with a web page, not the API.` }
  if (isOverflow(status, body)) {
    const windowTokens = windowIn(body)
    return { code: 'context_overflow', message, ...(windowTokens === null ? {} : { windowTokens }) }
  }
  if (NO_TOOLS.test(body))
    return {
      code: 'inference_error',
      message: `${message}. AIRCODER_TOOL_FORM=text has the prompt teach them instead.`,
    }
  if (CUT_CALL.test(body))
    return {
      code: 'parser_error',
      message: `A call was cut or is no JSON, and was not run. ${message}`,
    }
  return { code: 'inference_error', message }
}

function isHopeless(status: number, body: string): boolean {
  return isOverflow(status, body) || CUT_CALL.test(body)
}

function isOverflow(status: number, body: string): boolean {
  if (status !== 200 && !OVERFLOW_STATUS.has(status)) return false
  return OVERFLOW.test(body) || (status === 400 && /\bn_ctx\b/.test(body))
}

function windowIn(body: string): number | null {
  const found = WINDOW.map((pattern) => pattern.exec(body)?.[1]).find((text) => text !== undefined)
  return found === undefined ? null : Number(found.replaceAll(',', ''))
}

/** The words of an error body; they may hide in `error`, `detail`, or JSON inside a string. */
function serverMessage(body: string): string {
  let found: unknown = body
  for (let depth = 0; depth < 6; depth += 1) {
    const object = asObject(found)
    if (object === undefined) break
    const inner = object.error ?? object.message ?? object.detail
    if (inner === undefined) break
    found = inner
  }
  return plainLine(typeof found === 'string' ? found : isObject(found) ? JSON.stringify(found) : '')
}
