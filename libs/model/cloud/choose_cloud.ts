import { type ChatRequest, type Clock, LIMITS, type Problem, type Reply } from '#core'
import { problemOf, RequestFailedError, type RequestFailure } from '../endpoint/errors.js'
import { seconds } from '../endpoint/seconds.js'
import { openTransport } from '../endpoint/transport.js'
import { parseJson } from '../json/parse_json.js'
import { loadDialects } from '../parse/load_dialects.js'
import { parseReply } from '../parse/parse_reply.js'
import type { CloudReply, Provider } from './provider.js'

/** The settings and the environment for escalation. */
export interface EscalationChoice {
  /** When false, nothing else is read. */
  escalate: boolean
  /** The provider that the user has set; no other is used. */
  wanted?:
    | { provider: string; model?: string | undefined; baseUrl?: string | undefined }
    | undefined
  /** The value of an environment variable with a key. */
  keyOf(keyName: string): string | undefined
}

/** A provider that can be asked. It contains the key and never exposes it. */
export interface Cloud {
  name: string
  model: string
  /** The host that receives the bytes, for example `api.anthropic.com`. */
  host: string
  /** The exact body that `send` sends. */
  bodyOf(request: ChatRequest): string
  /** Asks once. Errors of the provider are returned as `reply.problem`. */
  send(request: ChatRequest, step: number, signal: AbortSignal): Promise<Reply>
}

/** The provider that may be asked; null when escalation is off or no key is set (row 265). */
export function chooseCloud(
  choice: EscalationChoice,
  providers: readonly Provider[],
  clock: Clock,
): Cloud | null {
  if (!choice.escalate) return null
  const { wanted } = choice
  const may = providers.filter(({ name }) => wanted === undefined || name === wanted.provider)
  for (const provider of may) {
    const key = choice.keyOf(provider.keyName)
    if (key !== undefined && key !== '')
      return openCloud({ ...provider, ...defined(wanted) }, key, clock)
  }
  return null
}

function defined(wanted: EscalationChoice['wanted']): Partial<Provider> {
  const { model, baseUrl } = wanted ?? {}
  return {
    ...(model ? { model } : {}),
    ...(baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, '') } : {}),
  }
}

function openCloud(provider: Provider, key: string, clock: Clock): Cloud {
  const { name, model, baseUrl } = provider
  const bodyOf = (request: ChatRequest) =>
    JSON.stringify(
      provider.toWire({
        ...request,
        model,
        max_tokens: LIMITS.escalationTokens,
        temperature: LIMITS.escalationTemperature,
      }),
    )
  return {
    name,
    model,
    host: new URL(baseUrl).host,
    bodyOf,
    async send(request, step, signal) {
      const made = await post(provider, { key, body: bodyOf(request) }, { clock, signal })
      if ('kind' in made)
        return failed(withoutKey(problemFrom(made, new URL(baseUrl).origin), key), name)
      const tools = request.tools.map((tool) => tool.function)
      const reply = parseReply(made.raw, { step, tools, dialects: await loadDialects() })
      return { ...reply, usage: made.usage, by: name }
    },
  }
}

/** A page in place of an answer is the provider's error. It does not concern the endpoint of the user. */
function problemFrom(failure: RequestFailure, origin: string): Problem {
  const problem = problemOf(failure, origin)
  if (problem.code !== 'not_api') return problem
  return { code: 'inference_error', message: `${origin} sent no answer of its API.` }
}

/** Sends one request without a retry, because the user allowed one request. */
async function post(
  { baseUrl, path, headers, fromWire }: Provider,
  { key, body }: { key: string; body: string },
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<CloudReply | RequestFailure> {
  const ms = LIMITS.escalationMs
  const transport = openTransport({
    baseUrl,
    headers: headers(key),
    limits: { connectMs: LIMITS.connectMs, firstTokenMs: ms, idleMs: ms },
    expects: 'json',
    now: () => clock.now(),
  })
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    transport.close()
  }, ms)
  signal.addEventListener('abort', transport.close, { once: true })
  try {
    if (signal.aborted) return { kind: 'cut', reason: 'interrupted' }
    const answer = await transport.fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
    })
    const text = await answer.text()
    const failure = transport.failure()
    if (failure !== null) return failure
    return fromWire(parseJson(text)) ?? { kind: 'said', body: text.slice(0, 2_000) }
  } catch (error) {
    if (isLate) return { kind: 'silent', reason: `no answer within ${seconds(ms)}` }
    if (error instanceof RequestFailedError) return error.failure
    throw error
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', transport.close)
    transport.close()
  }
}

function failed(problem: Problem, by: string): Reply {
  return { text: '', reasoning: '', calls: [], problem, finishReason: null, usage: null, by }
}

/** Some servers repeat the key that they reject. */
function withoutKey(problem: Problem, key: string): Problem {
  return { ...problem, message: problem.message.replaceAll(key, '[key]') }
}
