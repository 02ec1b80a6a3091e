import { z } from 'zod'
import { type PlainBody, readBody } from '../../chat/chat_body.js'
import { assertFits, estimateText } from '../../chat/window.js'
import { Refusal } from '../../refusals/refusal.js'
import type { StopSignal } from '../../signals/stop_signal.js'
import type { Ending, Sink } from '../../upstream/engine.js'
import type { EngineHttp } from '../../upstream/engine_http.js'
import { readCompletion } from './completion_answer.js'
import type { ModelCard } from './models/catalog.js'
import { readOptions, type Untruncated, untruncated } from './request.js'

const Text = z.string().min(1)
const Body = z.looseObject({
  // One text: Ollama has no route for a list of texts or of tokens.
  prompt: z.union([Text, z.array(Text).length(1)]),
  suffix: z.string().nullish(),
  max_tokens: z.number().int().min(0).nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
})

const HANDLED = new Set([
  'model',
  'prompt',
  'suffix',
  'stream',
  'stream_options',
  'max_tokens',
  'stop',
  'options',
])
/** Fields whose usual value is the default behaviour. */
const USUAL = new Map<string, unknown>([
  ['echo', false],
  ['best_of', 1],
])

/** The body of POST /api/generate. */
interface GenerateRequest extends Untruncated {
  prompt: string
  suffix?: string
  /** true: the text is sent unchanged, without the model's template. */
  raw: boolean
  stream: true
  think?: false
  options: Record<string, unknown>
}

/**
 * Translates a body of `/v1/completions` for `/api/generate`. A suffix needs the template, which has the model's
 * marks for it; without a suffix the prompt is the whole text.
 * @returns the request, and the names of the fields that Ollama ignores
 * @throws Refusal invalid_request, context_length_exceeded
 */
export function translateCompletion(
  plain: PlainBody,
  card: ModelCard,
  keepAlive: string,
): { native: GenerateRequest; ignored: string[] } {
  const body = readBody(Body, plain)
  const prompt = [body.prompt].flat().join('')
  const suffix = body.suffix || null
  assertCapable(card, suffix !== null)
  const promptTokens = estimateText(prompt + (suffix ?? ''))
  assertFits(promptTokens, card.windowTokens)
  const { options, ignored } = readOptions(body, HANDLED, card, promptTokens)
  const native: GenerateRequest = {
    ...untruncated(card.name, keepAlive),
    prompt,
    raw: suffix === null,
    stream: true,
    options,
  }
  if (suffix !== null) native.suffix = suffix
  // Otherwise Ollama would search for thinking in a text without any, and drop it.
  if (card.capabilities?.includes('thinking')) native.think = false
  return {
    native,
    ignored: ignored.filter((name) => !USUAL.has(name) || USUAL.get(name) !== body[name]),
  }
}

function assertCapable({ name, capabilities }: ModelCard, inserts: boolean): void {
  // An Ollama that tells nothing is asked.
  if (capabilities === null || capabilities.length === 0) return
  if (!capabilities.includes('completion'))
    throw new Refusal('invalid_request', `The model ${name} does not support text completion.`, {
      param: 'model',
    })
  if (inserts && !capabilities.includes('insert'))
    throw new Refusal('invalid_request', `The template of ${name} does not support a suffix.`, {
      param: 'suffix',
    })
}

/** Answers `/v1/completions`; always streamed upstream, so that a cancel works the same way. */
export async function complete(
  http: EngineHttp,
  native: GenerateRequest,
  plain: PlainBody,
  sink: Sink,
  signal: StopSignal,
): Promise<Ending> {
  const { stream_options: wanted } = readBody(Body, plain)
  const answer = readCompletion(sink, plain.model, {
    stream: plain.stream === true,
    usage: wanted?.include_usage === true,
  })
  await http.post('/api/generate', native, answer, signal)
  return answer.end()
}
