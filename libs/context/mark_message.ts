import { type Message, markTokens } from '#core'

/**
 * A message as it is sent: whatever files, tools, people or the model wrote can't speak as the system.
 * Only the system's own text stays. The ledger keeps the text as it was; the same text is always sent
 * in the same bytes.
 */
export function markMessage(message: Message): Message {
  if (message.role === 'system') return message
  const { tool_calls: calls, tool_call_id: callId } = message
  return {
    ...message,
    content: markTokens(message.content),
    ...(callId === undefined ? {} : { tool_call_id: markTokens(callId) }),
    ...(calls === undefined
      ? {}
      : {
          tool_calls: calls.map(({ id, type, function: made }) => ({
            id: markTokens(id),
            type,
            function: { name: markTokens(made.name), arguments: markJson(made.arguments) },
          })),
        }),
  }
}

/** By value: servers read the JSON and write its texts into the prompt. */
function markJson(text: string): string {
  try {
    return JSON.stringify(markDeep(JSON.parse(text)))
  } catch {
    return markTokens(text)
  }
}

/** Names of arguments, too, are words that a model may have made up. */
function markDeep(value: unknown): unknown {
  if (typeof value === 'string') return markTokens(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(markDeep)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [markTokens(name), markDeep(inner)]),
  )
}
