import type OpenAIApi from 'openai'
import type { ChatRequest, Message, RecordedReply } from '#core'
import { RequestFailedError, type RequestFailure } from '../endpoint/errors.js'
import { readComment } from '../endpoint/queue_comments.js'
import type { TimerLimits } from '../endpoint/timers.js'
import { openTransport, type Transport } from '../endpoint/transport.js'
import { isObject, toJson } from '../json/parse_json.js'
import { type AskOptions, type ModelEvent, READING } from '../models/model.js'
import { createTurns } from '../reading/take_turns.js'
import { type CollectOptions, createCollector } from '../stream/collect_reply.js'
import { promptShare } from '../stream/prompt_progress.js'
import type { StreamedReply } from '../stream/read_reply.js'
import { splitChunk } from '../stream/split_chunk.js'
import type { Stop } from '../stream/stop_reply.js'
import { createMailbox } from './mailbox.js'

/** The result of one try. */
export interface Attempt extends StreamedReply {
  /** True once a token has arrived: after that the request may not be retried. */
  begun: boolean
  failure: RequestFailure | null
}

export interface AttemptOptions {
  baseUrl: string
  token?: string | undefined
  clock: { now(): number }
  limits: TimerLimits
  /** Reasons to stop the stream, and words that hide text. */
  collect: CollectOptions
  /** Additional fields of the body. */
  fields: Record<string, unknown>
}

/** The longest value of setTimeout: the SDK's own timer must never fire first. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Sends the request once and streams its events. Never throws for an error of the endpoint. */
export async function* sendRequest(
  options: AttemptOptions,
  request: ChatRequest,
  { step, sessionId, signal, onSend }: AskOptions,
): AsyncGenerator<ModelEvent, Attempt> {
  const mail = createMailbox()
  let phase = 'connecting'
  let shownPhase = ''
  const transport = openTransport({
    baseUrl: options.baseUrl,
    token: options.token,
    limits: options.limits,
    expects: 'stream',
    now: () => options.clock.now(),
    onComment: (comment) => mail.put(comment),
    onConnected: () => {
      phase = READING
      mail.put('')
    },
    onSend,
  })
  const collector = createCollector(options.collect)
  const headers = { 'x-aircoder-step': String(step), 'x-aircoder-session': sessionId }
  const attempt = (failure: RequestFailure | null, stop: Stop | null = null): Attempt => ({
    raw: collector.raw(),
    usage: collector.usage(),
    shown: collector.shown(),
    stop,
    begun: collector.begun(),
    failure: hasFinished(collector.raw(), failure) ? null : failure,
  })
  /** A bound that the answer passed ends the reply, like one that the reply itself passed. */
  const ended = (failure: RequestFailure | null): Attempt =>
    failure?.kind === 'long' && collector.raw().finish_reason === null
      ? attempt(null, { kind: 'long', what: failure.what })
      : attempt(failure)
  const turns = createTurns()
  if (signal.aborted) return attempt(null)
  signal.addEventListener('abort', transport.close)

  try {
    const body = { ...bodyOf(request), ...options.fields }
    const chunks = chunksOf({ baseURL: options.baseUrl, transport }, body, headers)
    let shown = ''
    let percent = -1
    let next = chunks.next()
    // The next round awaits it. If the caller stops reading first, a rejection must not be unhandled.
    next.catch(() => {})
    for (;;) {
      if (phase !== shownPhase) yield { type: 'phase', text: phase }
      shownPhase = phase
      const first = await Promise.race([next, mail.arrival()])
      // Of several comments only the newest is shown: each replaces the one before.
      const said = mail
        .takeAll()
        .flatMap((comment) => readComment(comment) ?? [])
        .at(-1)
      const text = JSON.stringify(said)
      if (said !== undefined && text !== shown && !collector.begun()) yield said
      shown = text ?? shown
      if (first === 'mail') continue
      if (first.done === true) break
      // Older vLLM reports a failure as an event of this kind, without the `error` the SDK looks for.
      if (isObject(first.value) && first.value.object === 'error')
        throw new RequestFailedError({ kind: 'said', body: toJson(first.value) })
      next = chunks.next()
      next.catch(() => {})
      const share = collector.begun() ? null : promptShare(first.value)
      if (share !== null && Math.floor(share * 100) > percent) {
        percent = Math.floor(share * 100)
        yield { type: 'phase', text: READING, share }
      }
      for (const piece of splitChunk(first.value)) {
        const before = collector.size()
        const events = collector.add(piece)
        if (collector.size() > before) transport.flowing()
        phase = collector.doing() ?? phase
        yield* events
        await turns.spend(collector.size() - before)
        if (signal.aborted) return attempt(null)
      }
      const stop = collector.stop()
      // A reply with finish_reason is complete: only a bound can still end it.
      if (stop !== null && (stop.kind === 'long' || collector.raw().finish_reason === null))
        return attempt(null, stop)
    }
    yield* collector.flush()
    return ended(transport.failure() ?? collector.failure())
  } catch (error) {
    return ended(transport.failure() ?? failureIn(error))
  } finally {
    signal.removeEventListener('abort', transport.close)
    transport.close()
  }
}

const LOST = new Set<RequestFailure['kind']>(['cut', 'silent', 'long'])

/** True when the reply was complete before the connection was lost. */
function hasFinished(raw: RecordedReply, failure: RequestFailure | null): boolean {
  const lost = failure !== null && LOST.has(failure.kind)
  return lost && raw.finish_reason !== null
}

/** The failure that an exception carries. Other exceptions are bugs and are thrown again. */
function failureIn(error: unknown): RequestFailure {
  if (error instanceof RequestFailedError) return error.failure
  if (error instanceof SyntaxError)
    return { kind: 'said', body: 'an event of the stream is not JSON' }
  if (error instanceof RangeError)
    return { kind: 'said', body: 'an event of the stream is nested too deep' }
  throw error
}

async function* chunksOf(
  { baseURL, transport }: { baseURL: string; transport: Transport },
  body: OpenAIApi.ChatCompletionCreateParamsStreaming,
  headers: Record<string, string>,
): AsyncGenerator<unknown, void> {
  const { OpenAI } = await import('openai')
  const api = new OpenAI({
    baseURL,
    apiKey: 'set-by-the-transport',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    fetch: transport.fetch,
  })
  try {
    yield* await api.chat.completions.create(body, { headers })
  } catch (error) {
    // The SDK throws this for an event with `error`. Other failures are reported by the transport.
    if (error instanceof OpenAI.APIError && error.error !== undefined)
      throw new RequestFailedError({ kind: 'said', body: toJson({ error: error.error }) })
    throw error
  }
}

/** A message with a picture as two parts: the text, then the image. */
function wireMessage({ picture, ...message }: Message): object {
  if (picture?.url === undefined) return message
  const parts = [
    { type: 'text', text: message.content },
    { type: 'image_url', image_url: { url: picture.url } },
  ]
  return { ...message, content: parts }
}

/** The body, with keys always in this order: the same request gives the same bytes. */
function bodyOf(request: ChatRequest): OpenAIApi.ChatCompletionCreateParamsStreaming {
  return {
    model: request.model,
    messages: request.messages.map(wireMessage) as OpenAIApi.ChatCompletionMessageParam[],
    // Several servers answer 400 to an empty list (row 262).
    ...(request.tools.length === 0
      ? {}
      : { tools: request.tools as OpenAIApi.ChatCompletionTool[] }),
    ...(request.max_tokens === undefined ? {} : { max_tokens: request.max_tokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.top_p === undefined ? {} : { top_p: request.top_p }),
    ...(request.response_format === undefined
      ? {}
      : {
          response_format:
            request.response_format as OpenAIApi.ChatCompletionCreateParams['response_format'],
        }),
    stream: true,
    stream_options: { include_usage: true },
  }
}
