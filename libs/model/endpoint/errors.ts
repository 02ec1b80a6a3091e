import { type Problem, plausibleWindow } from '#core'
import { asObject, isObject, toJson } from '../json/parse_json.js'
import { type Bound, describeBound } from '../reading/bound.js'
import { plainLine } from '../text/excerpt.js'
import { rejectsCall } from './rejected_call.js'
import { seconds } from './seconds.js'

/** Why a request to the endpoint failed. */
export type RequestFailure =
  /** No answer: connection refused, unknown host, or closed before the headers. */
  | { kind: 'unreachable'; reason: string }
  /** An answer with an error status. */
  | { kind: 'answered'; status: number; body: string; wait: RetryAdvice }
  /** An error event inside the stream. */
  | { kind: 'said'; body: string }
  /** The answer is not from the API: a web page, a redirect, a body that is not a stream. */
  | { kind: 'not_api'; reason: string }
  /** One of the client's own timers expired. */
  | { kind: 'silent'; reason: string }
  /** The connection was lost after the headers. */
  | { kind: 'cut'; reason: string }
  /** The answer passed a bound of this client. */
  | { kind: 'long'; what: Bound }

/** What the server's headers say about a retry. */
export interface RetryAdvice {
  afterMs: number | null
  allowed: boolean
}

/** Carries a RequestFailure through code that only passes exceptions on. */
export class RequestFailedError extends Error {
  readonly failure: RequestFailure
  constructor(failure: RequestFailure) {
    super(failure.kind)
    this.name = 'RequestFailedError'
    this.failure = failure
  }
}

const WEB_PAGE = /^\s*<(?:!doctype|html|\?xml|head|body)/i

/** Phrases for a prompt that is too long: vLLM, SGLang, llama.cpp, Ollama, LM Studio, OpenAI and our proxy. */
const OVERFLOW =
  /context_length_exceeded|exceed_context_size|maximum context length|maximum model length|context overflows|context (?:length|size|window) (?:is |was )?exceeded|exceeds? the (?:available |model's )?(?:maximum )?context|longer than the (?:model's )?context|context length of only|prompt is too long/i
/** A 500 is not one of them: Ollama repeats there what a runner said before it died. */
const OVERFLOW_STATUS = new Set([400, 413, 422])
/** In a stream only the code counts, which our proxy and OpenAI send; an engine repeats old texts there too. */
const OVERFLOW_CODE = /"code"\s*:\s*"context_length_exceeded"/

/** Patterns that find the served window in such an error; the first match wins. */
const WINDOW = [
  /\d(?: tokens)? > (\d[\d,]{2,})/,
  /\bn_ctx\W{1,6}(\d+)/,
  /\b(?:context_window|window_?tokens|max_model_len)\W{1,6}(\d+)/i,
  /(?:context length|model length|context size|window)[^\d]{0,24}?(\d[\d,]{2,})/i,
]

/** The error of a server whose model has no template for tools. */
const NO_TOOLS = /\btools?\b.{0,20}\bnot supported\b|\bnot support tools?\b/i
/** Ollama's error for a tool call that the token limit cut. A retry would be cut at the same place. */
const CUT_CALL = /unexpected end of JSON input/i

/** How servers reject a schema that they do not support, or do not support together with tools. */
const FORMAT_STATUS = new Set([400, 415, 422, 501])
const FORMAT_WORDS = /response_format|json_schema|schema|grammar|guided|structured/i

/**
 * Whether the server may have rejected the request because of its `response_format`. A 500 counts only
 * when its text says so, as llama.cpp's does ("Cannot use custom grammar constraints with tools.").
 */
export function blamesFormat(failure: RequestFailure): boolean {
  if (failure.kind !== 'answered' || isHopeless(failure.status, failure.body)) return false
  if (FORMAT_STATUS.has(failure.status)) return true
  return failure.status === 500 && FORMAT_WORDS.test(failure.body)
}

/** The reply's problem for a failure after the last retry. */
export function problemOf(failure: RequestFailure, origin: string): Problem {
  switch (failure.kind) {
    case 'unreachable':
      return isClosed(failure)
        ? { code: 'busy', message: `${origin} closed the connection without an answer.` }
        : { code: 'unreachable', message: `No model answers at ${origin}: ${failure.reason}.` }
    case 'not_api':
      return { code: 'not_api', message: `${origin} ${failure.reason}.` }
    case 'silent':
    case 'cut':
      return {
        code: 'inference_error',
        message: `The reply from ${origin} was interrupted: ${failure.reason}.`,
      }
    case 'long':
      return {
        code: 'too_long',
        message: `The answer of ${origin} was ended: ${describeBound(failure.what)}.`,
      }
    case 'said':
      return serverProblem(failure.body, 200, `${origin} aborted the reply`)
    case 'answered':
      return serverProblem(failure.body, failure.status, `${origin} answers ${failure.status}`)
  }
}

/** Something listens there: it took the connection. */
function isClosed(failure: RequestFailure): boolean {
  return failure.kind === 'unreachable' && failure.reason.startsWith('the connection was closed')
}

/** Whether the same request may be retried, provided that no token has arrived. */
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

/** A timeout, a conflict, too early, too many: another time the same request may be answered. */
const PASSING = new Set([408, 409, 425, 429])

/** Whether the server refuses the request as it is: the same request again is refused again. */
export function refusesRequest(failure: RequestFailure): boolean {
  if (failure.kind !== 'answered') return false
  const { status } = failure
  return status >= 400 && status < 500 && !PASSING.has(status)
}

/** Whether the server refused a tool call that it sampled itself: one more sample may be read (row 26). */
export function isRejectedCall(failure: RequestFailure): boolean {
  if (failure.kind === 'said') return rejectsCall(200, failure.body)
  return failure.kind === 'answered' && rejectsCall(failure.status, failure.body)
}

/** Network errors of a service that is starting; an unknown host or a wrong protocol does not go away. */
const STARTING =
  /^(?:connection refused|the connection (?:was closed|timed out)|no connection within)/
const LOADING =
  /\bload(?:ing)?\b.{0,24}\bmodel\b|\bmodel\b.{0,24}\bloading\b|\bstarting up\b|\bwarming up\b/i
/** Busy, or what a gateway answers whose server does not run yet. */
const NOT_READY = new Set([429, 502, 503, 504])
/** With these codes our proxy says that the engine has answered with an error, or too late: it is not starting. */
const ENGINE_FAILED = /"code"\s*:\s*"engine_(?:error|stopped|timeout)"/

/**
 * Whether the server is starting or busy, so that it is worth to wait for it (`--wait`). A plain 500 is a
 * failure of this request: it is tried a few times.
 */
export function isStarting(failure: RequestFailure): boolean {
  if (failure.kind === 'unreachable') return STARTING.test(failure.reason)
  if (failure.kind !== 'answered' || !failure.wait.allowed) return false
  const { status, body } = failure
  if (isHopeless(status, body)) return false
  if (status >= 500 && LOADING.test(body)) return true
  return NOT_READY.has(status) && !ENGINE_FAILED.test(body)
}

/** The problem when the wait is over: the run ends, and the step can be asked later. */
export function notReady(failure: RequestFailure, origin: string, wait: Waited): Problem {
  const message = problemOf(failure, origin).message.replace(/\.$/, '')
  const waited = wait.waited === null ? '' : `, after a wait of ${wait.waited}`
  const code = failure.kind === 'answered' || isClosed(failure) ? 'busy' : 'unreachable'
  return { code, message: `${message}${waited}.${longerWait(failure, wait.waitMs)}` }
}

/** How long a server was waited for. */
interface Waited {
  /** In words; null: not at all. */
  waited: string | null
  /** As long as the user lets it be waited for, in ms. */
  waitMs: number
}

/** A sentence for a server that asks for more time than --wait allows; empty where it does not. */
export function longerWait(failure: RequestFailure, waitMs: number): string {
  const asked = failure.kind === 'answered' ? failure.wait.afterMs : null
  if (asked === null || asked <= waitMs) return ''
  return ` It asks to wait ${seconds(asked)}, and --wait allows ${seconds(waitMs)}.`
}

/** A clause that describes a failure, for the line that says why the client waits. */
export function describeFailure(failure: RequestFailure): string {
  if (failure.kind === 'answered') {
    const said = WEB_PAGE.test(failure.body) ? '' : serverMessage(failure.body)
    const isText = said !== '' && !said.startsWith('{')
    return `the endpoint answers ${failure.status}${isText ? `: ${said}` : ''}`
  }
  if (failure.kind === 'long') return describeBound(failure.what)
  if (failure.kind !== 'said') return failure.reason
  const said = serverMessage(failure.body)
  return `the endpoint reports an error${said === '' || said.startsWith('{') ? '' : `: ${said}`}`
}

/** Codes of our proxy for a request whose token it did not look at. */
const REFUSED = /"code"\s*:\s*"(?:host_not_allowed|origin_not_allowed|funnel_refused)"/

/** What the proxy says where it refuses the way by which the request came; null: the token may be the cause. */
export function refusalOf(status: number, body: string): string | null {
  return status === 403 && REFUSED.test(body) ? serverMessage(body) : null
}

function serverProblem(body: string, status: number, lead: string): Problem {
  const said = serverMessage(body)
  const message = said === '' ? `${lead}.` : `${lead}: ${said}`
  const refusal = refusalOf(status, body)
  if (refusal !== null) return { code: 'refused', message: `${lead}: ${refusal}` }
  if (status === 401 || status === 403)
    return {
      code: 'auth_error',
      message:
        status === 401
          ? `${lead}: no valid token was sent${said === '' ? '' : ` (${said})`}.`
          : `${lead}: the token does not allow this${said === '' ? '' : ` (${said})`}.`,
    }
  if (WEB_PAGE.test(body) && NOT_READY.has(status))
    return {
      code: 'inference_error',
      message: `${lead} with a web page, as a gateway does whose server is not running.`,
    }
  if (WEB_PAGE.test(body))
    return { code: 'not_api', message: `${lead} with a web page, not the API.` }
  // A server of the API that lacks the model says so; any other 404 is of a wrong path.
  if (status === 404 && !/model/i.test(said))
    return { code: 'not_api', message: `${message.replace(/\.$/, '')}.` }
  if (isOverflow(status, body)) {
    const windowTokens = windowIn(body)
    return { code: 'context_overflow', message, ...(windowTokens === null ? {} : { windowTokens }) }
  }
  if (NO_TOOLS.test(body))
    return {
      code: 'inference_error',
      message: `${message}. Set AIRCODER_TOOL_FORM=text to describe the tools in the prompt instead.`,
    }
  if (CUT_CALL.test(body))
    return {
      code: 'parser_error',
      message: `A tool call is truncated or is not JSON. It was not run. ${message}`,
    }
  if (rejectsCall(status, body))
    return {
      code: 'parser_error',
      message: `The server could not read the tool call. It was not run. ${said}`,
    }
  return { code: 'inference_error', message }
}

/** The same request would fail in the same way. A rejected call is sampled again instead. */
function isHopeless(status: number, body: string): boolean {
  return isOverflow(status, body) || CUT_CALL.test(body) || rejectsCall(status, body)
}

function isOverflow(status: number, body: string): boolean {
  if (status === 200) return OVERFLOW_CODE.test(body)
  if (!OVERFLOW_STATUS.has(status) || contradicts(body)) return false
  return OVERFLOW.test(body) || (status === 400 && /\bn_ctx\b/.test(body))
}

/** The prompt that it names would fit into the window that it names. */
function contradicts(body: string): boolean {
  const prompt = /\bn_prompt_tokens\W{1,6}(\d+)/.exec(body)?.[1]
  const window = /\bn_ctx\W{1,6}(\d+)/.exec(body)?.[1]
  return prompt !== undefined && window !== undefined && Number(prompt) < Number(window)
}

function windowIn(body: string): number | null {
  const found = WINDOW.map((pattern) => pattern.exec(body)?.[1]).find((text) => text !== undefined)
  return found === undefined ? null : plausibleWindow(found.replaceAll(',', ''))
}

/** The message of an error body. It may be in `error`, `message`, `detail`, or in JSON inside a string. */
function serverMessage(body: string): string {
  let found: unknown = body
  for (let depth = 0; depth < 6; depth += 1) {
    const object = asObject(found)
    if (object === undefined) break
    const inner = object.error ?? object.message ?? object.detail
    if (inner === undefined) break
    found = inner
  }
  return plainLine(typeof found === 'string' ? found : isObject(found) ? toJson(found) : '')
}
