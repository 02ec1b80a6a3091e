import { plausibleUsage, type RecordedReply, type Usage } from '#core'
import type { RequestFailure } from '../endpoint/errors.js'
import { isObject, toJson } from '../json/parse_json.js'
import type { ModelEvent } from '../models/model.js'
import { createThinkSplitter, type HiddenWords, type Piece } from '../thinking/split_thinking.js'
import { createThinkingMeter, type ThinkingMeter } from '../thinking/thinking_meter.js'
import { createRepetitionDetector, type RepetitionDetector } from './detect_repetition.js'
import { createReplyRoom, type ReplyRoom } from './reply_room.js'
import { choiceOf, thinkingIn } from './split_chunk.js'
import type { Stop } from './stop_reply.js'

/** Collects the chunks of one stream into the raw reply, and returns what to show of each chunk. */
export interface Collector {
  /** Adds one chunk of a chat completion stream; parts of an unknown shape are ignored. */
  add(chunk: unknown): ModelEvent[]
  /** Returns the text that was held back because it could have been the start of a tag. */
  flush(): ModelEvent[]
  /** True once a token has arrived: text, thinking or a part of a call. */
  begun(): boolean
  /** Characters of the reply so far. An empty delta adds none. */
  size(): number
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
  index: string | number | undefined
  id: string | undefined
  name: string
  arguments: string
}

const FINISH_CHARS = 40
/** Ids and names are labels of the server: an id only separates calls, and no tool has such a long name. */
const LABEL_CHARS = 200

export function createCollector(options: CollectOptions = {}): Collector {
  const splitter = createThinkSplitter(options.hiddenWords)
  const calls: Fragments[] = []
  const room = createReplyRoom()
  let size = 0
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
    const thinking = thinkingIn(delta)
    if (thinking !== '') {
      const kept = room.take('thinking', thinking)
      total.reasoning += kept
      size += kept.length
      doing = 'thinking'
      events.push(...show([{ type: 'thinking', text: kept }]))
      detectLoop('reasoning', kept)
    }
    if (typeof delta.content === 'string') {
      const kept = room.take('text', delta.content)
      total.content += kept
      size += kept.length
      events.push(...show(splitter.push(kept)))
      if (kept !== '') doing = splitter.place() === 'thinking' ? 'thinking' : 'writing'
      detectLoop('content', kept)
    }
    if (Array.isArray(delta.tool_calls)) addCalls(delta.tool_calls)
    const passed = room.passed()
    if (passed !== null) stop ??= { kind: 'long', what: passed }
    return events
  }

  function addCalls(fragments: readonly unknown[]): void {
    for (const each of fragments) {
      if (room.passed() !== null) return
      const text = addCall(calls, each, room)
      size += text.length
      detectLoop('arguments', text)
    }
    if (calls.length > 0) doing = 'writing'
  }

  const begun = () => total.content !== '' || total.reasoning !== '' || calls.length > 0

  return {
    add(chunk) {
      if (!isObject(chunk) || stop !== null) return []
      usage = readUsage(chunk.usage) ?? usage
      // When Ollama's runner crashes, it sends a chunk without a model name and then a normal end.
      if (chunk.model === '' && named) crashed = true
      if (typeof chunk.model === 'string' && chunk.model !== '') named = true
      const choice = choiceOf(chunk)
      if (!isObject(choice)) return []
      if (typeof choice.finish_reason === 'string')
        finish = choice.finish_reason.slice(0, FINISH_CHARS)
      return isObject(choice.delta) ? addDelta(choice.delta) : []
    },
    flush: () => show(splitter.flush()),
    begun,
    size: () => size,
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
function addCall(calls: Fragments[], fragment: unknown, room: ReplyRoom): string {
  if (!isObject(fragment)) return ''
  const body = isObject(fragment.function) ? fragment.function : {}
  const id = labelOf(fragment.id) || undefined
  const name = labelOf(body.name)
  const index = indexOf(fragment.index)
  const known = index === undefined ? calls.at(-1) : calls.findLast((c) => c.index === index)
  const isNew =
    known === undefined ||
    (name !== '' &&
      ((id !== undefined && known.id !== undefined && id !== known.id) ||
        (known.name !== '' && name !== known.name)))
  if (isNew && !room.takeCall()) return ''
  const text = argumentText(body.arguments, room)
  if (isNew) {
    calls.push({ index, id, name, arguments: text })
    return name + text
  }
  known.id ??= id
  if (known.name === '') known.name = name
  known.arguments += text
  return text
}

function labelOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LABEL_CHARS) : ''
}

/** What a server uses to number its calls; anything else numbers nothing. */
function indexOf(index: unknown): string | number | undefined {
  return typeof index === 'number' || typeof index === 'string' ? index : undefined
}

/** Arguments arrive as pieces of a string; some servers send one finished object. */
function argumentText(value: unknown, room: ReplyRoom): string {
  if (typeof value === 'string') return room.take('arguments', value)
  return isObject(value) ? room.take('arguments', toJson(value)) : ''
}

function readUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const details = isObject(value.prompt_tokens_details) ? value.prompt_tokens_details : {}
  return plausibleUsage({
    promptTokens: value.prompt_tokens,
    completionTokens: value.completion_tokens,
    reusedPrefixTokens: details.cached_tokens,
  })
}
