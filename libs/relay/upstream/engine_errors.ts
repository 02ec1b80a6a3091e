import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { overflowRefusal } from '../refusals/overflow.js'
import { jitteredWait, Refusal } from '../refusals/refusal.js'

/** The fields that engines put into an error, by whichever name. */
const Fault = z.looseObject({
  message: z.string().optional(),
  type: z.string().optional(),
  n_prompt_tokens: z.number().optional(),
  n_ctx: z.number().optional(),
})
type Fault = z.output<typeof Fault>

const MESSAGE_CHARS = 500

/**
 * Turns an engine's answer that is no 200 into ours. Retry-After is kept.
 * @param text  its body, any length: OpenAI's shape, Ollama's string, or an HTML page
 */
export function readEngineError(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
): Refusal {
  const fault = parseFault(text)
  const said = clip(fault.message ?? '')
  const overflow = readOverflow(fault)
  if (overflow !== null) return overflow
  const wait = Number(headers['retry-after'])
  const retryAfterSeconds = Number.isFinite(wait) && wait > 0 ? wait : undefined

  if (status === 404) return new Refusal('model_not_found', said || 'The engine has no such model.')
  if (status === 413)
    return new Refusal('request_too_large', said || 'The engine refuses a body of this size.')
  if (status === 429)
    return new Refusal('rate_limited', said || 'The engine is at its limit.', { retryAfterSeconds })
  if (status === 503)
    return new Refusal('engine_unavailable', said || 'The engine is busy.', {
      retryAfterSeconds: retryAfterSeconds ?? jitteredWait(10),
    })
  // These are between the proxy and its engine: the client's own token was good, and the text may hold the box's.
  if (status === 401 || status === 403)
    return new Refusal('engine_error', `The engine does not let this proxy in (${status}).`)
  if (status >= 400 && status < 500)
    return new Refusal('invalid_request', said || `The engine refused the request (${status}).`)
  return new Refusal('engine_error', `The engine failed (${status})${said ? `: ${said}` : '.'}`)
}

/**
 * Reads what an engine put into an `error` event or line in the middle of its answer.
 * @param value  the parsed JSON, e.g. `{"error":{"message":…}}` or `{"error":"…"}`
 */
export function readStreamError(value: unknown): Refusal {
  const fault = faultOf(value)
  return (
    readOverflow(fault) ??
    new Refusal(
      'engine_error',
      `The engine failed: ${clip(fault.message ?? '') || 'no reason given'}`,
    )
  )
}

function parseFault(text: string): Fault {
  try {
    return faultOf(JSON.parse(text))
  } catch {
    // An HTML page helps nobody; a short plain sentence may.
    return /^\s*</.test(text)
      ? { message: 'it answered with a web page' }
      : { message: text.trim() }
  }
}

// Ollama packs the runner's JSON as a string into `error`: parse twice (ollama.md 1).
function faultOf(value: unknown): Fault {
  const inner = (value as { error?: unknown } | null)?.error ?? value
  if (typeof inner === 'string') {
    const brace = inner.indexOf('{')
    if (brace !== -1)
      try {
        return faultOf(JSON.parse(inner.slice(brace)))
      } catch {
        return { message: inner }
      }
    return { message: inner }
  }
  const parsed = Fault.safeParse(inner)
  return parsed.success ? parsed.data : {}
}

/** How vLLM and OpenAI say that a prompt does not fit; the groups w and p are window and prompt. */
const OVERFLOW_TEXTS = [
  /maximum context length is (?<w>\d+) tokens.*?(?<p>\d+) (?:tokens )?(?:in the messages|input tokens|in your prompt)/s,
  /maximum context length is (?<w>\d+) tokens.*?requested (?<p>\d+)/s,
]

function readOverflow(fault: Fault): Refusal | null {
  if (fault.n_ctx !== undefined && fault.n_prompt_tokens !== undefined)
    return overflowRefusal(fault.n_prompt_tokens, fault.n_ctx)
  for (const shape of OVERFLOW_TEXTS) {
    const groups = shape.exec(fault.message ?? '')?.groups
    if (groups?.p !== undefined && groups.w !== undefined)
      return overflowRefusal(Number(groups.p), Number(groups.w))
  }
  return null
}

function clip(text: string): string {
  return text.length > MESSAGE_CHARS ? `${text.slice(0, MESSAGE_CHARS)}…` : text
}
