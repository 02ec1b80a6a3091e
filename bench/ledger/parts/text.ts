import { estimateTokenCount } from 'tokenx'
import type { ChatRequest, Message } from '#core'

/** A request as one text, so that two of them can be compared from their beginning. */
export function requestText({ tools, messages }: Pick<ChatRequest, 'tools' | 'messages'>): string {
  return [JSON.stringify(tools), ...messages.map(messageText)].join('\n')
}

/** A message as a template writes it. Arguments are written out, because the model reads them without escapes. */
export function messageText({ role, content, tool_calls = [] }: Message): string {
  const calls = tool_calls.map(({ function: { name, arguments: given } }) => {
    const values = Object.entries(JSON.parse(given) as Record<string, unknown>)
    return [name, ...values.map(([key, value]) => `${key}: ${value}`)].join('\n')
  })
  return [`<${role}>`, content, ...calls].join('\n')
}

/** Characters that both texts begin with. */
export function commonChars(one: string, two: string): number {
  const most = Math.min(one.length, two.length)
  let same = 0
  while (same < most && one.charCodeAt(same) === two.charCodeAt(same)) same += 1
  return same
}

/** Tokens of a text. The estimate of the product keeps texts, and a bench would drop them from it. */
export function countTokens(text: string): number {
  return text === '' ? 0 : estimateTokenCount(text)
}

/** Processor time of this process in milliseconds: other programs of the machine do not change it much. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
