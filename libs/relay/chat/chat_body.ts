import { z } from 'zod'
import { plainIssue } from '#core'
import { Refusal } from '../refusals/refusal.js'
import {
  Alternatives,
  Answers,
  AnswerTokens,
  countTexts,
  REQUEST_LIMITS,
  Stops,
} from './request_limits.js'

const MAX_MESSAGES = 5_000

const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() })
const ImagePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({ url: z.string().min(1) }),
})
/** A part that the proxy does not read and an engine may support, e.g. audio. */
const OtherPart = z.looseObject({
  type: z.string().refine((type) => type !== 'text' && type !== 'image_url', 'is invalid'),
})
const Parts = z.array(z.union([TextPart, ImagePart, OtherPart])).min(1, 'it must not be empty')
const Content = z.union([z.string(), Parts], 'it must be a string or a list of parts')

const Call = z.looseObject({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string().default('{}') }),
})

const System = z.looseObject({
  role: z.enum(['system', 'developer']).transform(() => 'system' as const),
  content: Content,
})
const User = z.looseObject({ role: z.literal('user'), content: Content })
const Assistant = z
  .looseObject({
    role: z.literal('assistant'),
    content: Content.nullish(),
    reasoning_content: z.string().nullish(),
    tool_calls: z.array(Call).nullish(),
  })
  .refine((message) => message.content != null || (message.tool_calls?.length ?? 0) > 0, {
    message: 'an assistant message needs content or tool_calls',
    path: ['content'],
  })
const Tool = z.looseObject({ role: z.literal('tool'), content: Content, tool_call_id: z.string() })

const Message = z.discriminatedUnion('role', [System, User, Assistant, Tool])

/**
 * The body of POST /v1/chat/completions: strict for the fields that the relay reads. All other fields are
 * sent on to the engine.
 */
export const ChatBodySchema = z.looseObject({
  model: z.string().min(1).max(256),
  messages: z.array(Message).min(1, 'must not be empty').max(MAX_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: AnswerTokens,
  max_completion_tokens: AnswerTokens,
  n: Answers,
  best_of: Answers,
  temperature: z.number().nullish(),
  stop: Stops,
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: z.string().min(1) }),
      }),
    )
    .nullish(),
  tool_choice: z.unknown().optional(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: Alternatives,
})
export type ChatBody = z.output<typeof ChatBodySchema>
export type ChatMessage = z.output<typeof Message>
export type ChatContent = z.output<typeof Content>

function atMost(texts: number) {
  return z
    .unknown()
    .optional()
    .refine((value) => countTexts(value) <= texts, `it must have at most ${texts} texts`)
}

/** The bodies of the other routes, which are relayed unchanged: only the model is read. */
export const PlainBodySchema = z.looseObject({
  model: z.string().min(1).max(256),
  stream: z.boolean().nullish(),
  n: Answers,
  best_of: Answers,
  logprobs: Alternatives,
  max_tokens: AnswerTokens,
  stop: Stops,
  prompt: atMost(REQUEST_LIMITS.prompts),
  input: atMost(REQUEST_LIMITS.inputs),
  // vLLM would accept a conversation here and fetch the images that it names.
  messages: z.undefined('belongs to /v1/chat/completions').optional(),
})
export type PlainBody = z.output<typeof PlainBodySchema>

/**
 * Checks a parsed JSON body.
 * @throws Refusal invalid_request naming the path of the first error
 */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = deepest(parsed.error.issues)
  const param = issue?.path.join('.') ?? ''
  const text = plainIssue(issue)
  throw new Refusal(
    'invalid_request',
    param === '' ? `The body is invalid: ${text}` : `${param}: ${text}`,
    {
      param: param || undefined,
    },
  )
}

// A union reports only "invalid input"; the useful error is the one of the branch that matched furthest.
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const first = issues[0]
  if (first?.code !== 'invalid_union' || first.errors.length === 0) return first
  const inner = first.errors
    .map((branch) => deepest(branch))
    .filter((issue) => issue !== undefined)
    .sort((a, b) => b.path.length - a.path.length)[0]
  if (inner === undefined || inner.path.length === 0) return first
  return { ...inner, path: [...first.path, ...inner.path] }
}
