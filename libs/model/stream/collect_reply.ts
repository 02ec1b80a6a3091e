import type { RecordedReply, Usage } from '#core'
import type { RequestFailure } from '../endpoint/errors.js'
import { isObject } from '../json/parse_json.js'
import type { ModelEvent } from '../models/model.js'
import { createThinkSplitter, type HiddenWords, type Piece } from '../thinking/split_thinking.js'
import { createThinkingMeter, type ThinkingMeter } from '../thinking/thinking_meter.js'
import { createRepetitionDetector, type RepetitionDetector } from './detect_repetition.js'
import type { Stop } from './stop_reply.js'

/** Gathers the chunks of one stream into the raw reply, and says what is to be shown of each. */
export interface Collector {
  /** Takes one chunk of a chat completion stream, of whatever shape the server sent. */
  add(chunk: unknown): ModelEvent[]
  /** What was held back while it could have been the start of a tag. */
  flush(): ModelEvent[]
  /** True once a token has come: text, thinking or a piece of a call. */
  begun(): boolean
  /** Why the stream has to be ended; what comes after it is not taken. */
  stop(): Stop | null
  /** The answer as it was shown so far. */
  shown(): string
  raw(): RecordedReply
  usage(): Usage | null
  /** How the engine failed without saying so; null when it did not. */
  failure(): RequestFailure | null
}

/** What a stream is watched for; without it everything is taken and shown. */
export interface CollectOptions {
  /** Words from which on the answer is not shown as it comes. */
  hiddenWords?: HiddenWords | undefined
  /** End the stream when it goes round in circles. */
  watched?: boolean
  /** End the stream when it has thought for so many tokens. */
  thinkingTokens?: number | undefined
}

interface Fragments {
  index: unknown
  id: string | undefined
  name: string
  arguments: string
}

/** Where servers put thinking: DeepSeek, vLLM and llama.cpp; newer vLLM and Ollama; Ollama's own word. */
const THINKING_FIELDS = ['reasoning_content', 'reasoning', 'thinking'] as const

export function createCollector(options: CollectOptions = {}): Collector {
  const splitter = createThinkSplitter(options.hiddenWords)
  const calls: Fragments[] = []
  const total = { content: '', reasoning: '' }
  const watches = new Map<string, RepetitionDetector>()
  const { thinkingTokens } = options
  const meter = thinkingTokens === undefined ? null : createThinkingMeter(thinkingTokens)
  let finish: string | null = null
  let usage: Usage | null = null
  let named = false
  let died = false
  let stop: Stop | null = null
  let thought = ''
  let shown = ''

  function watch(field: Extract<Stop, { kind: 'loop' }>['field'], text: string): void {
    if (options.watched !== true || stop !== null || text === '') return
    const watching = watches.get(field) ?? createRepetitionDetector(field)
    watches.set(field, watching)
    const loop = watching.push(text)
    if (loop !== null) stop = { kind: 'loop', field, loop }
  }

  /** The pieces as events, until thinking has used up its budget. */
  function show(pieces: readonly Piece[]): ModelEvent[] {
    const events: ModelEvent[] = []
    for (const { type, text } of pieces) {
      if (stop?.kind === 'thinking') break
      if (type === 'reclaim') shown = ''
      else if (type === 'delta') shown += text
      const kept = type === 'thinking' ? measure(text, meter) : text
      if (type !== 'reclaim' && kept !== '') events.push({ type, text: kept })
    }
    return events
  }

  function measure(text: string, by: ThinkingMeter | null): string {
    if (by === null) return text
    const kept = text.slice(0, by.take(text))
    thought += kept
    if (kept !== text && stop === null)
      stop = { kind: 'thinking', budgetTokens: thinkingTokens ?? 0, thought }
    return kept
  }

  function addDelta(delta: Record<string, unknown>): ModelEvent[] {
    const events: ModelEvent[] = []
    const thinking = THINKING_FIELDS.map((field) => delta[field]).find(
      (value) => typeof value === 'string' && value !== '',
    )
    if (typeof thinking === 'string') {
      total.reasoning += thinking
      events.push(...show([{ type: 'thinking', text: thinking }]))
      watch('reasoning', thinking)
    }
    if (typeof delta.content === 'string') {
      total.content += delta.content
      events.push(...show(splitter.push(delta.content)))
      watch('content', delta.content)
    }
    if (Array.isArray(delta.tool_calls))
      for (const each of delta.tool_calls) watch('arguments', addCall(calls, each))
    return events
  }

  const begun = () => total.content !== '' || total.reasoning !== '' || calls.length > 0

  return {
    add(chunk) {
      if (!isObject(chunk) || stop !== null) return []
      usage = readUsage(chunk.usage) ?? usage
      // Ollama's word for a runner that died: a chunk of no model, then an end as if all were well.
      if (chunk.model === '' && named) died = true
      if (typeof chunk.model === 'string' && chunk.model !== '') named = true
      const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
      if (!isObject(choice)) return []
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason
      return isObject(choice.delta) ? addDelta(choice.delta) : []
    },
    flush: () => show(splitter.flush()),
    begun,
    raw: () => ({
      ...total,
      tool_calls: calls.map(({ id, name, arguments: text }) => ({
        ...(id === undefined ? {} : { id }),
        name,
        arguments: text,
      })),
      finish_reason: finish,
    }),
    usage: () => usage,
    stop: () => stop,
    shown: () => shown,
    failure() {
      if (died) return broken('a chunk names no model, so the engine probably died')
      if (begun()) return null
      if (finish === null) return broken('the stream ended without a word and without a finish')
      const nothing = usage !== null && usage.promptTokens + usage.completionTokens === 0
      return nothing ? broken('nothing was read and nothing said (0 tokens)') : null
    },
  }
}

/** As if the server had said it; worth another try while no token has come. */
function broken(message: string): RequestFailure {
  return { kind: 'said', body: JSON.stringify({ error: { message, retryable: true } }) }
}

/**
 * Joins a fragment to its call. A new id or name under a known index is a new call: some servers
 * send every parallel call with index 0 (ollama/ollama#7881).
 * @returns what the fragment adds to the text of all calls
 */
function addCall(calls: Fragments[], fragment: unknown): string {
  if (!isObject(fragment)) return ''
  const body = isObject(fragment.function) ? fragment.function : {}
  const id = typeof fragment.id === 'string' && fragment.id !== '' ? fragment.id : undefined
  const name = typeof body.name === 'string' ? body.name : ''
  const text = argumentText(body.arguments)
  const known =
    fragment.index === undefined ? calls.at(-1) : calls.findLast((c) => c.index === fragment.index)
  const isNew =
    known === undefined ||
    (name !== '' &&
      ((id !== undefined && known.id !== undefined && id !== known.id) ||
        (known.name !== '' && name !== known.name)))
  if (isNew) {
    calls.push({ index: fragment.index, id, name, arguments: text })
    return name + text
  }
  known.id ??= id
  if (known.name === '') known.name = name
  known.arguments += text
  return text
}

/** Arguments come as pieces of a string, or from some servers as one finished object. */
function argumentText(value: unknown): string {
  if (typeof value === 'string') return value
  return isObject(value) ? JSON.stringify(value) : ''
}

function readUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const details = isObject(value.prompt_tokens_details) ? value.prompt_tokens_details : {}
  return {
    promptTokens: count(value.prompt_tokens),
    completionTokens: count(value.completion_tokens),
    reusedPrefixTokens: count(details.cached_tokens),
  }
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0
}
