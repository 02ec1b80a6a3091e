import type { RecordedReply, Usage } from '#core'
import type { Fault } from './faults.js'
import { isObject } from './json.js'
import type { ModelEvent } from './model.js'
import { createThinkSplitter, type Piece } from './reasoning.js'

/** Gathers the chunks of one stream into the raw reply, and says what is to be shown of each. */
export interface Collector {
  /** Takes one chunk of a chat completion stream, of whatever shape the server sent. */
  add(chunk: unknown): ModelEvent[]
  /** What was held back while it could have been the start of a tag. */
  flush(): ModelEvent[]
  /** True once a token has come: text, thinking or a piece of a call. */
  begun(): boolean
  raw(): RecordedReply
  usage(): Usage | null
  /** How the engine failed without saying so; null when it did not. */
  fault(): Fault | null
}

interface Fragments {
  index: unknown
  id: string | undefined
  name: string
  arguments: string
}

/** Where servers put thinking: DeepSeek, vLLM and llama.cpp; newer vLLM and Ollama; Ollama's own word. */
const THINKING_FIELDS = ['reasoning_content', 'reasoning', 'thinking'] as const

export function createCollector(): Collector {
  const splitter = createThinkSplitter()
  const calls: Fragments[] = []
  const total = { content: '', reasoning: '' }
  let finish: string | null = null
  let usage: Usage | null = null
  let named = false
  let died = false

  function addDelta(delta: Record<string, unknown>): ModelEvent[] {
    const events: ModelEvent[] = []
    const thinking = THINKING_FIELDS.map((field) => delta[field]).find(
      (value) => typeof value === 'string' && value !== '',
    )
    if (typeof thinking === 'string') {
      total.reasoning += thinking
      events.push({ type: 'thinking', text: thinking })
    }
    if (typeof delta.content === 'string') {
      total.content += delta.content
      events.push(...splitter.push(delta.content).flatMap(asEvent))
    }
    if (Array.isArray(delta.tool_calls)) for (const each of delta.tool_calls) addCall(calls, each)
    return events
  }

  const begun = () => total.content !== '' || total.reasoning !== '' || calls.length > 0

  return {
    add(chunk) {
      if (!isObject(chunk)) return []
      usage = readUsage(chunk.usage) ?? usage
      // Ollama's word for a runner that died: a chunk of no model, then an end as if all were well.
      if (chunk.model === '' && named) died = true
      if (typeof chunk.model === 'string' && chunk.model !== '') named = true
      const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
      if (!isObject(choice)) return []
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason
      return isObject(choice.delta) ? addDelta(choice.delta) : []
    },
    flush: () => splitter.flush().flatMap(asEvent),
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
    fault() {
      if (died) return broken('a chunk names no model, so the engine probably died')
      if (begun()) return null
      if (finish === null) return broken('the stream ended without a word and without a finish')
      const nothing = usage !== null && usage.promptTokens + usage.completionTokens === 0
      return nothing ? broken('nothing was read and nothing said (0 tokens)') : null
    },
  }
}

/** As if the server had said it; worth another try while no token has come. */
function broken(message: string): Fault {
  return { kind: 'said', body: JSON.stringify({ error: { message, retryable: true } }) }
}

function asEvent({ type, text }: Piece): ModelEvent[] {
  return type === 'reclaim' || text === '' ? [] : [{ type, text }]
}

/**
 * Joins a fragment to its call. A new id or name under a known index is a new call: some servers
 * send every parallel call with index 0 (ollama/ollama#7881).
 */
function addCall(calls: Fragments[], fragment: unknown): void {
  if (!isObject(fragment)) return
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
    return
  }
  known.id ??= id
  if (known.name === '') known.name = name
  known.arguments += text
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
