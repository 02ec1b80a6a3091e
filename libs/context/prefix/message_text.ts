import type { Message } from '#core'

/** A message as one text with its role, in the order in which a template writes it. */
export function messageText({ role, content, tool_calls = [] }: Message): string {
  const calls = tool_calls.map(({ function: { name, arguments: given } }) => `${name} ${given}`)
  return [`<${role}>`, content, ...calls].join('\n')
}
