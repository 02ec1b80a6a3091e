import type { ChatRequest, Message } from '#core'

/** The text that an engine makes of a request, in parts: the tools with the system text, then one for each message. */
export function renderPrompt({ messages, tools = [] }: ChatRequest): string[] {
  const [first, ...rest] = messages
  const system = first?.role === 'system' ? first.content : ''
  const schemas = tools.map((tool) => JSON.stringify(tool)).join('\n')
  const head = `<|im_start|>system\n${system}\n# Tools\n${schemas}<|im_end|>\n`
  const others = first?.role === 'system' ? rest : messages
  return [head, ...others.map(renderMessage)]
}

function renderMessage({ role, content, tool_calls: calls = [] }: Message): string {
  const made = calls.map(
    ({ function: { name, arguments: given } }) =>
      `<tool_call>\n{"name": "${name}", "arguments": ${given}}\n</tool_call>`,
  )
  return `<|im_start|>${role}\n${[content, ...made].filter(Boolean).join('\n')}<|im_end|>\n`
}
