import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type ChatBody, readBody } from '../../chat/chat_body.js'
import { Refusal } from '../../refusals/refusal.js'
import type { SampleOptions, Token } from './llama_api.js'
import { ANY_OBJECT, grammarSchema } from './schema.js'

/** llama.cpp's own defaults, which its other front ends use for absent fields. */
const DEFAULTS = { temperature: 0.8, topP: 0.95, topK: 40, minP: 0.05 }
const MAX_STOPS = 16
/** Tokens that the penalties consider; the sampler keeps a ring of this size. */
const PENALTY_TOKENS = 4_096

const Sampling = z.looseObject({
  temperature: z.number().min(0).max(5).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.number().int().min(0).nullish(),
  min_p: z.number().min(0).max(1).nullish(),
  seed: z.number().int().nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  repeat_penalty: z.number().min(0).max(5).nullish(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1)).max(MAX_STOPS)]).nullish(),
  chat_template_kwargs: z.record(z.string(), z.unknown()).nullish(),
})

/** Fields that this engine supports, beside those of Sampling. */
const HONOURED = new Set([
  ...['model', 'messages', 'tools', 'tool_choice', 'response_format'],
  ...['stream', 'stream_options', 'max_tokens', 'max_completion_tokens'],
  // Identifies the client; the answer does not depend on it.
  ...['user', 'metadata', 'store'],
  ...Object.keys(Sampling.shape),
])
/** Fields whose usual value is the default behaviour. */
const USUAL: Record<string, unknown> = {
  n: 1,
  parallel_tool_calls: true,
  logprobs: false,
  top_logprobs: 0,
}

/** Options of one answer, as far as the request names them. */
export interface Options {
  /** @param made the tokens of the answer so far, which the penalties consider */
  sample(made: Token[]): SampleOptions
  stops: string[]
  /** null: limited by the window only. */
  maxTokens: number | null
  /** For createGrammarForJsonSchema; null: free text. */
  schema: object | null
  templateFields: Record<string, unknown>
  ignored: string[]
}

/**
 * @param takesTools  true: the model's template shows tools to the model
 * @throws Refusal invalid_request
 */
export function readOptions(body: ChatBody, takesTools: boolean): Options {
  const said = readBody(Sampling, body)
  const ignored = Object.entries(body)
    .filter(([name, value]) => value !== null && value !== undefined && !HONOURED.has(name))
    .filter(([name, value]) => USUAL[name] !== value)
    .map(([name]) => name)
  if ((body.tools?.length ?? 0) > 0 && !takesTools) ignored.push('tools')
  // The model decides whether to call a tool; this engine cannot force a call.
  if (!['auto', 'none', null, undefined].includes(body.tool_choice as string | null | undefined))
    ignored.push('tool_choice')
  const { schema, unenforced } = readFormat(body)
  ignored.push(...unenforced.map((name) => `response_format.${name}`))
  const asked = body.max_completion_tokens ?? body.max_tokens ?? null
  return {
    sample: (made) => sampleOptions(said, made),
    stops: [said.stop ?? []].flat(),
    maxTokens: asked === null ? null : Math.max(1, asked),
    schema,
    templateFields: said.chat_template_kwargs ?? {},
    ignored,
  }
}

function sampleOptions(said: z.output<typeof Sampling>, made: Token[]): SampleOptions {
  const frequencyPenalty = said.frequency_penalty ?? 0
  const presencePenalty = said.presence_penalty ?? 0
  const penalty = said.repeat_penalty ?? 1
  const options: SampleOptions = {
    temperature: said.temperature ?? DEFAULTS.temperature,
    topP: said.top_p ?? DEFAULTS.topP,
    topK: said.top_k ?? DEFAULTS.topK,
    minP: said.min_p ?? DEFAULTS.minP,
    // The sampler takes 32 bits. Its default is the second of the clock, so that two requests at the same time would
    // get the same answer.
    seed: said.seed == null ? randomInt(2 ** 32) : said.seed >>> 0,
  }
  if (frequencyPenalty !== 0 || presencePenalty !== 0 || penalty !== 1)
    options.repeatPenalty = {
      punishTokens: () => made.slice(-PENALTY_TOKENS),
      maxPunishTokens: PENALTY_TOKENS,
      penalty,
      frequencyPenalty,
      presencePenalty,
    }
  return options
}

function readFormat({ response_format: wanted }: ChatBody): {
  schema: object | null
  unenforced: string[]
} {
  if (wanted == null || wanted.type === 'text') return { schema: null, unenforced: [] }
  if (wanted.type === 'json_object') return { schema: ANY_OBJECT, unenforced: [] }
  const schema = (wanted.json_schema as { schema?: unknown } | undefined)?.schema
  if (wanted.type === 'json_schema' && schema !== null && typeof schema === 'object')
    return grammarSchema(schema as Record<string, unknown>)
  const param = 'response_format'
  throw new Refusal('invalid_request', `${param}: needs json_schema.schema as an object`, { param })
}
