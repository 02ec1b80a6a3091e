import { LIMITS } from '#core'
import type { ChatBody } from '../../chat/chat_body.js'
import { Refusal } from '../../refusals/refusal.js'
import { type NativeMessage, nativeMessages } from './messages.js'
import type { ModelCard } from './models/catalog.js'
import { checkSchema } from './response_format.js'

/** The fields that each request to `/api/chat` has. */
export interface Untruncated {
  model: string
  /** Both always false and always sent: any other value would truncate silently, or reload the model. */
  truncate: false
  shift: false
  keep_alive: string | number
}

/** The body of POST /api/chat. */
export interface NativeRequest extends Untruncated {
  messages: NativeMessage[]
  stream: true
  options: Record<string, unknown>
  tools?: unknown[]
  format?: unknown
  think?: unknown
  logprobs?: true
  top_logprobs?: number
}

/** The fields that are read from the body of each route that generates. */
interface Asked {
  [name: string]: unknown
  options?: unknown
  max_tokens?: number | null
  stop?: string | string[] | null
}

export interface Translation {
  native: NativeRequest
  ignored: string[]
}

/**
 * Sampling options, which do not reload the model. All other `options` would, and are not sent (docs/design/engines.md#ollama-loading, reload).
 */
const SAMPLING = new Set([
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'typical_p',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'repeat_penalty',
  'repeat_last_n',
])

/** Fields that are read elsewhere in this file, or that do not change an answer. */
const HANDLED = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'tools',
  'tool_choice',
  'response_format',
  'logprobs',
  'top_logprobs',
  'options',
  'think',
  'reasoning_effort',
])

export function untruncated(model: string, keepAlive: string): Untruncated {
  return {
    model,
    truncate: false,
    shift: false,
    // Ollama rejects a string without a unit: plain digits are seconds, also negative ones.
    keep_alive: /^-?\d+$/.test(keepAlive) ? Number(keepAlive) : keepAlive,
  }
}

/**
 * Translates a chat body for Ollama's native route. Absent sampling options stay absent, so that the values of the
 * Modelfile hold.
 * @param promptTokens  estimate of the prompt; the answer gets at most the rest of the window
 * @returns  the request, and the names of the fields that Ollama ignores
 * @throws   Refusal invalid_request for an invalid schema
 */
export function translateRequest(
  body: ChatBody,
  card: ModelCard,
  promptTokens: number,
  keepAlive: string,
): Translation {
  const asked = body.max_completion_tokens ?? body.max_tokens
  const { options, ignored } = readOptions(
    { ...body, max_tokens: asked },
    HANDLED,
    card,
    promptTokens,
  )

  const native: NativeRequest = {
    ...untruncated(card.name, keepAlive),
    messages: nativeMessages(body.messages),
    stream: true,
    options,
  }
  const tools = body.tools ?? []
  if (tools.length > 0 && body.tool_choice !== 'none') native.tools = tools
  if (!['auto', 'none', null, undefined].includes(body.tool_choice as string | null | undefined))
    ignored.push('tool_choice')
  const format = readFormat(body)
  if (format !== null) native.format = format
  const think = readThink(body)
  if (think !== null && (card.capabilities?.includes('thinking') ?? false)) native.think = think
  else if (think !== null && think !== false)
    ignored.push('think' in body ? 'think' : 'reasoning_effort')
  if (body.logprobs === true) {
    native.logprobs = true
    if (body.top_logprobs != null) native.top_logprobs = body.top_logprobs
  }
  return { native, ignored }
}

/**
 * Sampling, stop texts and token limit of a body, as Ollama's options.
 * @param handled  fields that are read elsewhere
 */
export function readOptions(
  body: Asked,
  handled: ReadonlySet<string>,
  card: ModelCard,
  promptTokens: number,
): { options: Record<string, unknown>; ignored: string[] } {
  const options: Record<string, unknown> = {}
  const ignored: string[] = []
  const nested = (typeof body.options === 'object' && body.options) || {}
  for (const [name, value] of Object.entries(nested)) {
    if (SAMPLING.has(name) || name === 'num_predict') options[name] = value
    else ignored.push(`options.${name}`)
  }
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined || handled.has(name)) continue
    if (SAMPLING.has(name)) options[name] = value
    // n: 1 is the default behaviour.
    else if (name !== 'n' || value !== 1) ignored.push(name)
  }
  const { windowTokens } = card
  const asked = body.max_tokens ?? positive(options.num_predict)
  const room = windowTokens === null ? LIMITS.maxOutputTokens : windowTokens - promptTokens
  options.num_predict = Math.max(1, Math.min(asked ?? room, room))
  const stops = [body.stop ?? []].flat()
  // A request's list replaces that of the Modelfile: send both.
  if (stops.length > 0) options.stop = [...new Set([...card.stops, ...stops])]
  return { options, ignored }
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}

function readFormat({ response_format: wanted }: ChatBody): unknown {
  if (wanted == null || wanted.type === 'text') return null
  if (wanted.type === 'json_object') return 'json'
  if (wanted.type === 'json_schema')
    return checkSchema((wanted.json_schema as { schema?: unknown } | undefined)?.schema)
  const param = 'response_format.type'
  throw new Refusal('invalid_request', `${param}: must be text, json_object or json_schema`, {
    param,
  })
}

/** null: not set. */
function readThink(body: ChatBody): unknown {
  if (body.think !== undefined && body.think !== null) return body.think
  const effort = body.reasoning_effort
  if (typeof effort !== 'string') return null
  return effort === 'none' ? false : effort
}
