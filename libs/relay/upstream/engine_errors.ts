import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { overflowRefusal } from '../refusals/overflow.js'
import { jitteredWait, Refusal } from '../refusals/refusal.js'

/** The fields that engines put into an error body. */
const ErrorBody = z.looseObject({
  message: z.string().optional(),
  type: z.string().optional(),
  n_prompt_tokens: z.number().optional(),
  n_ctx: z.number().optional(),
})
type ErrorBody = z.output<typeof ErrorBody>

const MESSAGE_CHARS = 500

/**
 * Turns an engine's answer with another status than 200 into a refusal. Retry-After is kept.
 * @param text  its body, any length: OpenAI's shape, Ollama's string, or an HTML page
 */
export function readEngineError(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
): Refusal {
  const error = parseBody(text)
  const reported = clip(error.message ?? '')
  // Ollama repeats the last error line of a runner that died: only a 400 is about this request.
  const overflow = status === 400 ? readOverflow(error) : null
  if (overflow !== null) return overflow
  const wait = Number(headers['retry-after'])
  const retryAfterSeconds = Number.isFinite(wait) && wait > 0 ? wait : undefined

  if (status === 404)
    return new Refusal('model_not_found', reported || 'The engine has no such model.')
  if (status === 413)
    return new Refusal('request_too_large', reported || 'The engine refuses a body of this size.')
  if (status === 429)
    return new Refusal('rate_limited', reported || 'The engine is at its limit.', {
      retryAfterSeconds,
    })
  if (status === 503)
    return new Refusal('engine_unavailable', reported || 'The engine is busy.', {
      retryAfterSeconds: retryAfterSeconds ?? jitteredWait(10),
    })
  // The client's own token was valid: this is the proxy's token for the engine, and the text may contain it.
  if (status === 401 || status === 403)
    return new Refusal('engine_error', `The engine rejects this proxy's credentials (${status}).`, {
      retryable: false,
    })
  if (status >= 400 && status < 500)
    return new Refusal('invalid_request', reported || `The engine refused the request (${status}).`)
  return new Refusal(
    'engine_error',
    `The engine failed (${status})${reported ? `: ${reported}` : '.'}`,
  )
}

/**
 * Reads an `error` event or line that an engine sent in the middle of its answer.
 * @param value  the parsed JSON, e.g. `{"error":{"message":…}}` or `{"error":"…"}`
 */
export function readStreamError(value: unknown): Refusal {
  const error = errorIn(value)
  // No overflow: the engine has accepted the prompt, whatever an old error line says.
  return new Refusal(
    'engine_error',
    `The engine failed: ${clip(error.message ?? '') || 'no reason given'}`,
  )
}

function parseBody(text: string): ErrorBody {
  try {
    return errorIn(JSON.parse(text))
  } catch {
    // An HTML page is not shown to the client; a short plain sentence is.
    return /^\s*</.test(text)
      ? { message: 'it answered with a web page' }
      : { message: text.trim() }
  }
}

// Ollama packs the runner's JSON as a string into `error`: parse twice (docs/design/engines.md#ollama-route).
function errorIn(value: unknown): ErrorBody {
  const inner = (value as { error?: unknown } | null)?.error ?? value
  if (typeof inner === 'string') {
    const brace = inner.indexOf('{')
    if (brace !== -1)
      try {
        return errorIn(JSON.parse(inner.slice(brace)))
      } catch {
        return { message: inner }
      }
    return { message: inner }
  }
  const parsed = ErrorBody.safeParse(inner)
  return parsed.success ? parsed.data : {}
}

/** The messages of vLLM and OpenAI for a prompt that does not fit; the groups w and p are window and prompt. */
const OVERFLOW_TEXTS = [
  /maximum context length is (?<w>\d+) tokens.*?(?<p>\d+) (?:tokens )?(?:in the messages|input tokens|in your prompt)/s,
  /maximum context length is (?<w>\d+) tokens.*?requested (?<p>\d+)/s,
]

function readOverflow(error: ErrorBody): Refusal | null {
  const { n_ctx: window, n_prompt_tokens: prompt } = error
  if (window !== undefined && prompt !== undefined && prompt >= window)
    return overflowRefusal(prompt, window)
  for (const shape of OVERFLOW_TEXTS) {
    const groups = shape.exec(error.message ?? '')?.groups
    if (groups?.p !== undefined && groups.w !== undefined && Number(groups.p) > Number(groups.w))
      return overflowRefusal(Number(groups.p), Number(groups.w))
  }
  return null
}

function clip(text: string): string {
  return text.length > MESSAGE_CHARS ? `${text.slice(0, MESSAGE_CHARS)}…` : text
}
