import { Refusal } from '../refusals/refusal.js'

type Fields = Record<string, unknown>

interface Gathered {
  texts: Map<string, string>
  calls: Map<number, { id: string; name: string; arguments: string }>
  logprobs: unknown[]
  finish: string | null
}

/** Fields of a chunk that are merged, and a name that must not become a field. */
const OWN = new Set(['choices', 'usage', '__proto__'])

/** Merges a chat stream into one object for a client that did not request a stream. */
export interface ChatCollector {
  /**
   * @param events  whole SSE events
   * @throws        Refusal engine_error for an event that is not a JSON object
   */
  add(events: Buffer): void
  completion(): object
}

/** Reads chunks without a schema: validating each of them costs more than the rest of a short answer. */
export function collectChat(): ChatCollector {
  const choices = new Map<number, Gathered>()
  const head: Fields = {}
  let usage: unknown = null

  function addChunk(chunk: Fields): void {
    for (const name in chunk)
      if (!OWN.has(name) && !Object.hasOwn(head, name)) head[name] = chunk[name]
    usage = chunk.usage ?? usage
    for (const part of listOf(chunk.choices)) addChoice(fieldsOf(part))
  }

  function addChoice(part: Fields): void {
    const gathered = gatheredAt(indexOf(part))
    const delta = fieldsOf(part.delta)
    for (const name in delta) {
      const piece = delta[name]
      // Other texts than `content` (reasoning, refusal) come in pieces, too.
      if (typeof piece === 'string' && name !== 'role')
        gathered.texts.set(name, (gathered.texts.get(name) ?? '') + piece)
      if (name === 'tool_calls') for (const call of listOf(piece)) addCall(gathered, fieldsOf(call))
    }
    if (part.logprobs) gathered.logprobs.push(...listOf(fieldsOf(part.logprobs).content))
    if (typeof part.finish_reason === 'string') gathered.finish = part.finish_reason
  }

  function gatheredAt(index: number): Gathered {
    const known = choices.get(index)
    if (known !== undefined) return known
    const made: Gathered = { texts: new Map(), calls: new Map(), logprobs: [], finish: null }
    choices.set(index, made)
    return made
  }

  return {
    add(events) {
      const text = events.toString('utf8')
      // Not with split(): it allocates a string for each line, most of them empty.
      for (let start = 0, end = 0; start < text.length; start = end + 1) {
        end = text.indexOf('\n', start)
        if (end === -1) end = text.length
        if (!text.startsWith('data:', start)) continue
        const data = text.slice(start + 'data:'.length, end).trim()
        if (data !== '[DONE]') addChunk(parseChunk(data))
      }
    },
    completion() {
      head.object = 'chat.completion'
      head.choices = [...choices]
        .sort(([a], [b]) => a - b)
        .map(([index, gathered]) => ({
          index,
          message: messageOf(gathered),
          logprobs: gathered.logprobs.length > 0 ? { content: gathered.logprobs } : null,
          finish_reason: gathered.finish,
        }))
      if (usage !== null) head.usage = usage
      return head
    },
  }
}

function parseChunk(data: string): Fields {
  try {
    const value: unknown = JSON.parse(data)
    if (value !== null && typeof value === 'object') return value as Fields
  } catch {
    // Invalid JSON gets the same refusal as JSON that is not an object.
  }
  throw new Refusal('engine_error', 'The engine sent an event that is not a JSON object.')
}

function addCall(gathered: Gathered, part: Fields): void {
  const index = indexOf(part)
  const call = gathered.calls.get(index) ?? { id: '', name: '', arguments: '' }
  gathered.calls.set(index, call)
  const { name, arguments: piece } = fieldsOf(part.function)
  if (typeof part.id === 'string' && part.id !== '') call.id = part.id
  if (typeof name === 'string' && name !== '') call.name = name
  if (typeof piece === 'string') call.arguments += piece
}

function messageOf({ texts, calls }: Gathered): object {
  const { content, ...others } = Object.fromEntries(texts)
  const made = [...calls]
    .sort(([a], [b]) => a - b)
    .map(([, { id, ...call }]) => ({ id, type: 'function', function: call }))
  if (made.length === 0) return { role: 'assistant', content: content ?? '', ...others }
  return { role: 'assistant', content: content || null, ...others, tool_calls: made }
}

function fieldsOf(value: unknown): Fields {
  return value !== null && typeof value === 'object' ? (value as Fields) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function indexOf(part: Fields): number {
  return typeof part.index === 'number' ? part.index : 0
}
