import type OpenAIApi from 'openai'
import type { ChatRequest, Message, RecordedReply } from '#core'
import { RequestFailedError, type RequestFailure } from '../endpoint/errors.js'
import { describeComment } from '../endpoint/queue_comments.js'
import type { TimerLimits } from '../endpoint/timers.js'
import { openTransport, type Transport } from '../endpoint/transport.js'
import { isObject } from '../json/parse_json.js'
import type { AskOptions, ModelEvent } from '../models/model.js'
import { type CollectOptions, createCollector } from '../stream/collect_reply.js'
import type { Heard } from '../stream/read_reply.js'
import type { Stop } from '../stream/stop_reply.js'
import { createMailbox } from './mailbox.js'

/** How one try went. */
export interface Attempt extends Heard {
  /** True once a token had come: from then on the request may not be sent again. */
  begun: boolean
  failure: RequestFailure | null
}

export interface AttemptOptions {
  baseUrl: string
  token?: string | undefined
  clock: { now(): number }
  limits: TimerLimits
  /** What the stream is watched for. */
  collect: CollectOptions
  /** Fields of the body beyond the request's own. */
  fields: Record<string, unknown>
}

/** setTimeout's longest: the SDK's own timer to the headers must never be the one that fires. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Sends the request once and streams what comes; ends when the stream does, in whatever way. */
export async function* sendRequest(
  options: AttemptOptions,
  request: ChatRequest,
  { step, sessionId, signal, onSend }: AskOptions,
): AsyncGenerator<ModelEvent, Attempt> {
  const mail = createMailbox()
  const transport = openTransport({
    baseUrl: options.baseUrl,
    token: options.token,
    limits: options.limits,
    expects: 'stream',
    now: () => options.clock.now(),
    onComment: (comment) => mail.put(comment),
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
  if (signal.aborted) return attempt(null)
  signal.addEventListener('abort', transport.close)

  try {
    const body = { ...bodyOf(request), ...options.fields }
    const chunks = chunksOf(options.baseUrl, transport, body, headers)
    let shown = ''
    let next = chunks.next()
    for (;;) {
      const first = await Promise.race([next, mail.arrival()])
      // What comes in one piece says the same thing more and more exactly.
      const text = mail
        .takeAll()
        .flatMap((comment) => describeComment(comment) ?? [])
        .at(-1)
      if (text !== undefined && text !== shown) yield { type: 'waiting', text }
      shown = text ?? shown
      if (first === 'mail') continue
      if (first.done === true) break
      // Older vLLM reports a failure as an event of this kind, without the `error` the SDK looks for.
      if (isObject(first.value) && first.value.object === 'error')
        throw new RequestFailedError({ kind: 'said', body: JSON.stringify(first.value) })
      const events = collector.add(first.value)
      if (collector.begun()) transport.flowing()
      next = chunks.next()
      // It is awaited in the next round, which an early return of the reader never reaches.
      next.catch(() => {})
      yield* events
      // What has its finish is whole: there is nothing left to end.
      const stop = collector.raw().finish_reason === null ? collector.stop() : null
      if (stop !== null) return attempt(null, stop)
    }
    yield* collector.flush()
    return attempt(transport.failure() ?? collector.failure())
  } catch (error) {
    return attempt(transport.failure() ?? failureIn(error))
  } finally {
    signal.removeEventListener('abort', transport.close)
    transport.close()
  }
}

/** A connection lost after the model's own finish took nothing of the reply with it. */
function hasFinished(raw: RecordedReply, failure: RequestFailure | null): boolean {
  const lost = failure?.kind === 'cut' || failure?.kind === 'silent'
  return lost && raw.finish_reason !== null
}

/** The failure that an exception stands for; a bug of ours is none and goes on. */
function failureIn(error: unknown): RequestFailure {
  if (error instanceof RequestFailedError) return error.failure
  if (error instanceof SyntaxError)
    return { kind: 'said', body: 'an event of the stream is not JSON' }
  throw error
}

async function* chunksOf(
  baseURL: string,
  transport: Transport,
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
    // The SDK's error for an event with `error` in it; its own words for our faults are not needed.
    if (error instanceof OpenAI.APIError && error.error !== undefined)
      throw new RequestFailedError({ kind: 'said', body: JSON.stringify({ error: error.error }) })
    throw error
  }
}

/** A picture goes as a part of its message, behind the words. */
function wireMessage({ picture, ...message }: Message): object {
  if (picture?.url === undefined) return message
  const parts = [
    { type: 'text', text: message.content },
    { type: 'image_url', image_url: { url: picture.url } },
  ]
  return { ...message, content: parts }
}

/** The body, keys always in this order: the same request is the same bytes. */
function bodyOf(request: ChatRequest): OpenAIApi.ChatCompletionCreateParamsStreaming {
  return {
    model: request.model,
    messages: request.messages.map(wireMessage) as OpenAIApi.ChatCompletionMessageParam[],
    // Several servers answer 400 to an empty list (features.md row 262).
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
