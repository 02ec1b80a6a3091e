import { byText, type Message, markTokens } from '#core'

/** The texts of a few large prompts: each request has nearly all messages of the one before. */
const KEPT_CHARS = 2_000_000

const markText = byText(markTokens, KEPT_CHARS)

/**
 * A message as it is sent. Template tokens in text from files, tools, people or the model are marked, so
 * that text cannot act as the system. The system message is not changed. The ledger keeps the text without
 * marks. The same text always gives the same bytes.
 */
export function markMessage(message: Message): Message {
  if (message.role === 'system') return message
  const { tool_calls: calls, tool_call_id: callId } = message
  return {
    ...message,
    content: markText(message.content),
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

/** Marks each value: servers parse the JSON and write its strings into the prompt. */
const markJson = byText((text) => {
  try {
    return JSON.stringify(markDeep(JSON.parse(text)))
  } catch {
    return markTokens(text)
  }
}, KEPT_CHARS)

/** Argument names are marked too: a model may have invented them. */
function markDeep(value: unknown): unknown {
  if (typeof value === 'string') return markTokens(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(markDeep)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [markTokens(name), markDeep(inner)]),
  )
}
