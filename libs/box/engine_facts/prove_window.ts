import { AircoderError } from '#core'
import { readEngineError } from '#relay'
import type { OllamaApi } from './ollama_api.js'
import { askLoaded, describeAnswer, type LoadedModel } from './ollama_facts.js'

/** Ollama's default for num_batch: one batch over the window is over it for certain. */
const BATCH = 512
/** Loading weights from a slow disk. */
const LOAD_MS = 15 * 60_000
/** An engine that accepts the prompt reads a whole window first. */
const PROOF_MS = 10 * 60_000

/** Fields of all our requests; other values would reload the model (docs/design/engines.md#ollama-route). */
const UNTRUNCATED = { stream: false, truncate: false, shift: false } as const

export type WindowProof =
  | { kind: 'refused'; promptTokens: number; windowTokens: number }
  | { kind: 'accepted'; sentTokens: number; countedTokens: number | null }
  | { kind: 'other'; reason: string }

/**
 * Loads a model with the fields of the proxy's requests, and returns what the engine reports as loaded.
 * @throws AircoderError ENGINE_REFUSED
 */
export async function loadModel(
  api: OllamaApi,
  model: string,
  keepAlive: string,
): Promise<LoadedModel> {
  const body = { model, messages: [], ...UNTRUNCATED, keep_alive: asKeepAlive(keepAlive) }
  const answer = await api.ask('POST', '/api/chat', body, LOAD_MS)
  if (answer.status !== 200)
    throw new AircoderError('ENGINE_REFUSED', {
      what: `to load ${model}`,
      reason: describeAnswer(answer),
    })
  const loaded = (await askLoaded(api)).find(({ name }) => name === model)
  if (loaded !== undefined) return loaded
  const reason = 'the engine reports it as loaded, but /api/ps does not list it'
  throw new AircoderError('ENGINE_REFUSED', { what: `to load ${model}`, reason })
}

/**
 * Proves the window by sending one batch more than fits: the engine must refuse, with both numbers.
 * A refusal is cheap; an engine that accepts the prompt reads a whole window.
 */
export async function proveWindow(
  api: OllamaApi,
  model: string,
  windowTokens: number,
  keepAlive: string,
): Promise<WindowProof> {
  const sentTokens = windowTokens + BATCH
  const body = {
    model,
    messages: [{ role: 'user', content: wordsOf(sentTokens) }],
    ...UNTRUNCATED,
    keep_alive: asKeepAlive(keepAlive),
    options: { num_predict: 1 },
  }
  const answer = await api.ask('POST', '/api/chat', body, PROOF_MS)
  if (answer.status === 200) {
    const counted = (answer.body as { prompt_eval_count?: unknown } | null)?.prompt_eval_count
    return {
      kind: 'accepted',
      sentTokens,
      countedTokens: typeof counted === 'number' ? counted : null,
    }
  }
  const { numbers } = readEngineError(answer.status, {}, answer.text).facts
  if (numbers?.prompt_tokens !== undefined && numbers.context_window !== undefined)
    return {
      kind: 'refused',
      promptTokens: numbers.prompt_tokens,
      windowTokens: numbers.context_window,
    }
  return { kind: 'other', reason: describeAnswer(answer) }
}

/** Short words, each at least a token in every vocabulary; no two neighbours alike. */
function wordsOf(count: number): string {
  const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  return Array.from({ length: count }, (_, at) => words[at % words.length]).join(' ')
}

/** Plain digits are seconds, also negative ones; as a string Ollama would want a unit. */
function asKeepAlive(text: string): string | number {
  return /^-?\d+$/.test(text) ? Number(text) : text
}
