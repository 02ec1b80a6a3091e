import { type ChatRequest, type Clock, LIMITS, type Problem, type Reply } from '#core'
import { problemOf, RequestFailedError, type RequestFailure } from '../endpoint/errors.js'
import { seconds } from '../endpoint/timers.js'
import { openTransport } from '../endpoint/transport.js'
import { parseJson } from '../json/parse_json.js'
import { loadDialects } from '../parse/load_dialects.js'
import { parseReply } from '../parse/parse_reply.js'
import type { CloudReply, Provider } from './provider.js'

/** What the settings and the environment say of escalation. */
export interface EscalationChoice {
  /** Off: nothing else is looked at. */
  escalate: boolean
  /** Named by the user: no other is taken. */
  wanted?:
    | { provider: string; model?: string | undefined; baseUrl?: string | undefined }
    | undefined
  /** The key under that name of the environment. */
  keyOf(keyName: string): string | undefined
}

/** A provider that can be asked: the key is inside and is never shown. */
export interface Cloud {
  name: string
  model: string
  /** Where the bytes go, e.g. `api.anthropic.com`. */
  host: string
  /** The exact bytes that `send` would send. */
  bodyOf(request: ChatRequest): string
  /** Asks once. What the provider does wrong comes back as `reply.problem`. */
  send(request: ChatRequest, step: number, signal: AbortSignal): Promise<Reply>
}

/** The one provider that may be asked; null at once without the switch or without a key (row 265). */
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
      const made = await post(provider, key, bodyOf(request), clock, signal)
      if ('kind' in made)
        return failed(withoutKey(problemOf(made, new URL(baseUrl).origin), key), name)
      const tools = request.tools.map((tool) => tool.function)
      const reply = parseReply(made.raw, { step, tools, dialects: await loadDialects() })
      return { ...reply, usage: made.usage, by: name }
    },
  }
}

/** One request, one answer; no second try: the person said yes to one. */
async function post(
  { baseUrl, path, headers, fromWire }: Provider,
  key: string,
  body: string,
  clock: Clock,
  signal: AbortSignal,
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

/** Some servers repeat the key that they refuse. */
function withoutKey(problem: Problem, key: string): Problem {
  return { ...problem, message: problem.message.replaceAll(key, '[key]') }
}
