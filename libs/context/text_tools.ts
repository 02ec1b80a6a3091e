import type { Json, Message, ToolSchema } from '#core'

/** How calls are written in a model's own dialect. */
export interface TextTools {
  /** One or more calls as a model of the family writes them. */
  write(calls: readonly { name: string; arguments: Record<string, unknown> }[]): string
  /** Whether one reply may have several calls. */
  parallel: boolean
}

/** An example shows the form better than a description. */
const EXAMPLE = { name: 'read_file', arguments: { path: 'src/main.ts' } }

/**
 * Text that teaches tools to a model without native ones: one line a tool, and one example of a call.
 * The same tools give the same bytes, so that the prefix stays (row 41).
 */
export function teachTools(tools: readonly ToolSchema[], form: TextTools): string {
  return [
    'Tools. To call one, write exactly this form. Write nothing after it:',
    form.write([EXAMPLE]),
    form.parallel
      ? 'You may write several calls one after the other. The results come in the next message.'
      : 'Write one call in a reply. Its result comes in the next message.',
    ...tools.map(signature),
  ].join('\n')
}

/**
 * The messages for a template without tools: the system text ends with the tools, calls are part of the
 * assistant's text, results are user messages. Neighbouring user messages are joined, for templates that
 * require alternating roles. Earlier requests stay a prefix of later ones.
 */
export function asTextMessages(
  messages: readonly Message[],
  tools: readonly ToolSchema[],
  form: TextTools,
): Message[] {
  const made: Message[] = []
  for (const message of messages) {
    const { role, content } = asText(message, tools, form)
    const last = made.at(-1)
    if (last !== undefined && last.role === role && role === 'user')
      last.content += `\n\n${content}`
    else made.push({ role, content })
  }
  return made
}

function asText(
  { role, content, tool_calls }: Message,
  tools: readonly ToolSchema[],
  form: TextTools,
): Pick<Message, 'role' | 'content'> {
  if (role === 'system') return { role, content: `${content}\n${teachTools(tools, form)}` }
  if (role === 'tool') return { role: 'user', content: `Result: ${content}` }
  if (tool_calls === undefined) return { role, content }
  const calls = tool_calls.map(({ function: { name, arguments: given } }) => ({
    name,
    arguments: JSON.parse(given) as Record<string, unknown>,
  }))
  return { role, content: [content, form.write(calls)].filter(Boolean).join('\n') }
}

/** `read_file(path: string, start_line?: integer): …` */
function signature({ function: { name, description, parameters } }: ToolSchema): string {
  const { properties, required } = parameters as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const given = Object.entries(properties ?? {}).map(
    ([key, schema]) => `${key}${required?.includes(key) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `- ${name}(${given.join(', ')}): ${description}`
}

/** A short form of a type. Nested types are written out, so that the fields of an object have names. */
function typeOf(schema: Json): string {
  const { type, items, properties, enum: choices } = schema as Record<string, Json>
  if (Array.isArray(choices)) return choices.join('|')
  if (items !== undefined && items !== null) return `[${typeOf(items)}]`
  if (properties !== undefined && properties !== null)
    return `{${Object.entries(properties)
      .map(([key, inner]) => `${key}: ${typeOf(inner)}`)
      .join(', ')}}`
  return typeof type === 'string' ? type : 'any'
}
