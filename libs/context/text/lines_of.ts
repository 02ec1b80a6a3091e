import type { Message } from '#core'

/** The lines of messages, of what their calls wrote and of a text, without the space around them. */
export function linesOf(messages: readonly Message[], text = ''): Set<string> {
  const texts = messages.flatMap(({ content, tool_calls: calls = [] }) => [
    content,
    ...calls.flatMap((call) => textsIn(JSON.parse(call.function.arguments))),
  ])
  return new Set([...texts, text].flatMap((one) => one.split('\n').map((line) => line.trim())))
}

/** Each text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsIn)
}
