import { z } from 'zod'
import { LIMITS } from '#core'
import { type PlainBody, readBody } from '../../chat/chat_body.js'
import { Refusal } from '../../refusals/refusal.js'
import type { StopSignal } from '../../signals/stop_signal.js'
import type { Ending, Sink } from '../../upstream/engine.js'
import type { EngineHttp, Reader } from '../../upstream/engine_http.js'
import type { ModelCard } from './models/catalog.js'

const MAX_TEXTS = 2_048
const MAX_ANSWER_BYTES = 64 * 1_048_576

const Body = z.looseObject({
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_TEXTS)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.number().int().min(1).nullish(),
})
const Answer = z.looseObject({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.number().int().min(0).max(LIMITS.countedTokens).nullish().catch(null),
})

/**
 * Reads a body of `/v1/embeddings`.
 * @throws Refusal invalid_request, also for a model that only chats: its runner would answer 501 after a useless load
 */
export function readEmbedding(
  plain: PlainBody,
  { name, capabilities }: ModelCard,
): z.output<typeof Body> {
  if (capabilities !== null && !capabilities.includes('embedding'))
    throw new Refusal('invalid_request', `The model ${name} does not support embeddings.`, {
      param: 'model',
    })
  return readBody(Body, plain)
}

/**
 * Answers `/v1/embeddings` with Ollama's own route, which refuses a text beyond the window when `truncate` is false.
 */
export async function embed(
  http: EngineHttp,
  card: ModelCard,
  plain: PlainBody,
  keepAlive: string | number,
  sink: Sink,
  signal: StopSignal,
): Promise<Ending> {
  const { input, dimensions, encoding_format: encoding } = readEmbedding(plain, card)
  const reader = collect(sink)
  const body = { model: card.name, input, truncate: false, keep_alive: keepAlive }
  await http.post('/api/embed', dimensions ? { ...body, dimensions } : body, reader, signal)
  const { embeddings, prompt_eval_count: count } = readAnswer(reader.text())
  const promptTokens = count ?? 0
  const answer = {
    object: 'list',
    data: embeddings.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encoding === 'base64' ? asBase64(vector) : vector,
    })),
    model: plain.model,
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  }
  sink.accept()
  sink.write(Buffer.from(JSON.stringify(answer)))
  return { usage: { promptTokens, completionTokens: 0 }, finishReason: null }
}

function collect(sink: Sink): Reader & { text(): string } {
  const chunks: Buffer[] = []
  let bytes = 0
  return {
    head: () => sink.heard(),
    data(chunk) {
      sink.heard()
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES)
        throw new Refusal('engine_error', 'The engine sent more than 64 MiB of embeddings.')
      chunks.push(chunk)
      return true
    },
    whenDrained: () => {},
    finished: () => false,
    text: () => Buffer.concat(chunks).toString('utf8'),
  }
}

function readAnswer(text: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text))
  } catch (cause) {
    throw new Refusal('engine_error', 'The engine sent no embeddings.', {}, { cause })
  }
}

/** OpenAI's base64 format: 32-bit floats, little-endian. */
function asBase64(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
