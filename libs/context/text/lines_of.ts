import type { Message } from '#core'

/** The lines of messages, of what their calls wrote and of a text, without the space around them. */
export function linesOf(messages: readonly Message[], text = ''): Set<string> {
  const texts = messages.flatMap(({ content, tool_calls: calls = [] }) => [
    content,
    ...calls.map((call) => call.function.arguments.replaceAll('\\n', '\n')),
  ])
  return new Set([...texts, text].flatMap((one) => one.split('\n').map((line) => line.trim())))
}
