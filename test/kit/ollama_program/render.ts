/** `go`: Ollama renders the Modelfile's TEMPLATE. `jinja`: the runner renders the template inside the GGUF. */
export type TemplatePath = 'go' | 'jinja'

export interface NativeMessage {
  role: string
  content?: string
  tool_name?: string
  images?: string[]
  tool_calls?: { function: { name: string; arguments: Record<string, unknown> } }[]
}

/**
 * The text that the model sees, with each path's habits: Go hoists late system messages, drops unknown roles,
 * joins neighbours of one role, drops calls beside text and sorts the keys of arguments; Jinja does not. Neither guards against a
 * template's own marks in a message.
 */
export function render(
  path: TemplatePath,
  messages: readonly NativeMessage[],
  tools: readonly unknown[],
): string {
  const shown = path === 'go' ? hoistSystem(messages) : messages
  const turns = shown.map((message) => turnOf(path, message)).join('')
  const offer = tools.length === 0 ? '' : turn('system', `tools ${JSON.stringify(tools)}`)
  return `${offer}${turns}<|im_start|>assistant\n`
}

function hoistSystem(messages: readonly NativeMessage[]): NativeMessage[] {
  const content = messages
    .filter(({ role }) => role === 'system')
    .map((message) => message.content ?? '')
    .join('\n\n')
  const others = messages.filter(({ role }) => ['user', 'assistant', 'tool'].includes(role))
  const joined = joinNeighbours(others)
  return content === '' ? joined : [{ role: 'system', content }, ...joined]
}

/** Messages of one role in a row become one, and the calls of all but the first are lost. */
function joinNeighbours(messages: readonly NativeMessage[]): NativeMessage[] {
  const joined: NativeMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last === undefined || last.role !== message.role || message.role === 'tool')
      joined.push({ ...message })
    else last.content = `${last.content ?? ''}\n\n${message.content ?? ''}`
  }
  return joined
}

function turnOf(path: TemplatePath, message: NativeMessage): string {
  const { role, content = '', tool_calls: calls = [] } = message
  if (role === 'tool') return turn('user', `<tool_response>\n${content}\n</tool_response>`)
  const text = calls.map((call) => callText(path, call.function)).join('\n')
  // The usual `if .Content … else if .ToolCalls` of a Go template.
  if (path === 'go') return turn(role, content === '' ? text : content)
  return turn(role, [content, text].filter(Boolean).join('\n'))
}

function turn(role: string, text: string): string {
  return `<|im_start|>${role}\n${text}<|im_end|>\n`
}

function callText(
  path: TemplatePath,
  { name, arguments: args }: { name: string; arguments: Record<string, unknown> },
): string {
  const keys = Object.keys(args)
  const sorted = path === 'go' ? keys.sort() : keys
  const object = Object.fromEntries(sorted.map((key) => [key, args[key]]))
  return `<tool_call>\n${JSON.stringify({ name, arguments: object })}\n</tool_call>`
}

/** The kit's tokens: words. */
export function tokensOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
