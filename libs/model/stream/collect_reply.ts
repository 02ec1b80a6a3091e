import type { RecordedReply, Usage } from '#core'
import type { RequestFailure } from '../endpoint/errors.js'
import { isObject } from '../json/parse_json.js'
import type { ModelEvent } from '../models/model.js'
import { createThinkSplitter, type HiddenWords, type Piece } from '../thinking/split_thinking.js'
import { createThinkingMeter, type ThinkingMeter } from '../thinking/thinking_meter.js'
import { createRepetitionDetector, type RepetitionDetector } from './detect_repetition.js'
import type { Stop } from './stop_reply.js'

/** Collects the chunks of one stream into the raw reply, and returns what to show of each chunk. */
export interface Collector {
  /** Adds one chunk of a chat completion stream; parts of an unknown shape are ignored. */
  add(chunk: unknown): ModelEvent[]
  /** Returns the text that was held back because it could have been the start of a tag. */
  flush(): ModelEvent[]
  /** True once a token has arrived: text, thinking or a part of a call. */
  begun(): boolean
  /** What the model does now; null before the first token. */
  doing(): 'thinking' | 'writing' | null
  /** Why the client must stop the stream; null while it may continue. Later chunks are ignored. */
  stop(): Stop | null
  /** The answer that was shown so far. */
  shown(): string
  raw(): RecordedReply
  usage(): Usage | null
  /** A failure of the engine that it did not report; null without one. */
  failure(): RequestFailure | null
}

/** Reasons to stop or hide a stream; without them everything is collected and shown. */
export interface CollectOptions {
  /** Words after which the answer is not shown during the stream. */
  hiddenWords?: HiddenWords | undefined
  /** Stop the stream when it repeats itself. */
  watched?: boolean
  /** Stop the stream after this many tokens of thinking. */
  thinkingTokens?: number | undefined
}

interface Fragments {
  index: unknown
  id: string | undefined
  name: string
  arguments: string
}

/** Fields with thinking: of DeepSeek, vLLM and llama.cpp; of newer vLLM and Ollama; of Ollama's own API. */
const THINKING_FIELDS = ['reasoning_content', 'reasoning', 'thinking'] as const

export function createCollector(options: CollectOptions = {}): Collector {
  const splitter = createThinkSplitter(options.hiddenWords)
  const calls: Fragments[] = []
  const total = { content: '', reasoning: '' }
  const detectors = new Map<string, RepetitionDetector>()
  const { thinkingTokens } = options
  const meter = thinkingTokens === undefined ? null : createThinkingMeter(thinkingTokens)
  let finish: string | null = null
  let usage: Usage | null = null
  let named = false
  let crashed = false
  let stop: Stop | null = null
  let thought = ''
  let shown = ''
  let doing: ReturnType<Collector['doing']> = null

  function detectLoop(field: Extract<Stop, { kind: 'loop' }>['field'], text: string): void {
    if (options.watched !== true || stop !== null || text === '') return
    const detector = detectors.get(field) ?? createRepetitionDetector(field)
    detectors.set(field, detector)
    const loop = detector.push(text)
    if (loop !== null) stop = { kind: 'loop', field, loop }
  }

  /** The pieces as events, up to the end of the thinking budget. */
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
      doing = 'thinking'
      events.push(...show([{ type: 'thinking', text: thinking }]))
      detectLoop('reasoning', thinking)
    }
    if (typeof delta.content === 'string') {
      total.content += delta.content
      events.push(...show(splitter.push(delta.content)))
      if (delta.content !== '') doing = splitter.place() === 'thinking' ? 'thinking' : 'writing'
      detectLoop('content', delta.content)
    }
    if (!Array.isArray(delta.tool_calls)) return events
    for (const each of delta.tool_calls) detectLoop('arguments', addCall(calls, each))
    if (calls.length > 0) doing = 'writing'
    return events
  }

  const begun = () => total.content !== '' || total.reasoning !== '' || calls.length > 0

  return {
    add(chunk) {
      if (!isObject(chunk) || stop !== null) return []
      usage = readUsage(chunk.usage) ?? usage
      // When Ollama's runner crashes, it sends a chunk without a model name and then a normal end.
      if (chunk.model === '' && named) crashed = true
      if (typeof chunk.model === 'string' && chunk.model !== '') named = true
      const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
      if (!isObject(choice)) return []
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason
      return isObject(choice.delta) ? addDelta(choice.delta) : []
    },
    flush: () => show(splitter.flush()),
    begun,
    doing: () => doing,
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
      if (crashed) return silentFailure('a chunk has no model name, so the engine probably crashed')
      if (begun()) return null
      if (finish === null)
        return silentFailure('the stream ended without output and without finish_reason')
      const nothing = usage !== null && usage.promptTokens + usage.completionTokens === 0
      return nothing ? silentFailure('the server counted 0 prompt and 0 output tokens') : null
    },
  }
}

/** A failure in the form of a server error that may be retried while no token has arrived. */
function silentFailure(message: string): RequestFailure {
  return { kind: 'said', body: JSON.stringify({ error: { message, retryable: true } }) }
}

/**
 * Appends a fragment to its call. A new id or name under a known index starts a new call: some servers
 * send every parallel call with index 0 (ollama/ollama#7881).
 * @returns the text that the fragment adds
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

/** Arguments arrive as pieces of a string; some servers send one finished object. */
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
