import { isObject } from '../json/parse_json.js'

/** Characters that are worked on at a time: text is searched for loops, which takes about 0.2 ms for 1,000. */
const PIECE_CHARS = 8_192

/**
 * Splits a chunk with very long text into several, so that keys and signals act in between. The reply is the same for
 * every split (docs/design/replies.md#contract). Other chunks are returned as they are.
 */
export function splitChunk(chunk: unknown): unknown[] {
  const choice = choiceOf(chunk)
  if (!isObject(chunk) || !isObject(choice) || !isObject(choice.delta)) return [chunk]
  const { delta } = choice
  const thinking = thinkingIn(delta)
  const content = typeof delta.content === 'string' ? delta.content : ''
  const calls: unknown[] = Array.isArray(delta.tool_calls) ? delta.tool_calls : []
  const isLong = [thinking, content, ...calls.map(argumentsIn)].some(
    (text) => text.length > PIECE_CHARS,
  )
  if (!isLong) return [chunk]
  const deltas = [
    ...piecesOf(thinking).map((text) => ({ reasoning_content: text })),
    ...piecesOf(content).map((text) => ({ content: text })),
  ]
  const fragments = calls.flatMap(splitCall)
  const all = [...deltas, ...fragments.map((call) => ({ tool_calls: [call] }))]
  const pieces = all.map((each) => ({ model: chunk.model, choices: [{ delta: each }] }))
  // Finish and usage are in the last one.
  return [...pieces, { ...chunk, choices: [{ ...choice, delta: {} }] }]
}

/** The one choice that a request asks for. Text of another one is no part of the reply. */
export function choiceOf(chunk: unknown): unknown {
  if (!isObject(chunk) || !Array.isArray(chunk.choices)) return undefined
  return chunk.choices.find(
    (choice: unknown) =>
      isObject(choice) && (typeof choice.index !== 'number' || choice.index === 0),
  )
}

/** Fields with thinking: of DeepSeek, vLLM and llama.cpp; of newer vLLM and Ollama; of Ollama's own API. */
const THINKING_FIELDS = ['reasoning_content', 'reasoning', 'thinking'] as const

/** The thinking of a delta: some servers repeat it in two fields. */
export function thinkingIn(delta: Record<string, unknown>): string {
  const texts = THINKING_FIELDS.map((field) => delta[field])
  return texts.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}

function argumentsIn(call: unknown): string {
  const body = isObject(call) ? call.function : undefined
  return isObject(body) && typeof body.arguments === 'string' ? body.arguments : ''
}

function splitCall(call: unknown): unknown[] {
  const body = isObject(call) ? call.function : undefined
  if (!isObject(call) || !isObject(body) || typeof body.arguments !== 'string') return [call]
  const [first = '', ...rest] = piecesOf(body.arguments)
  const { index } = call
  return [
    { ...call, function: { ...body, arguments: first } },
    ...rest.map((text) => ({ index, function: { arguments: text } })),
  ]
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / PIECE_CHARS)
  return Array.from({ length: count }, (_, n) => text.slice(n * PIECE_CHARS, (n + 1) * PIECE_CHARS))
}
