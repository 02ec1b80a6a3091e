import { type Reply, type ToolCall, unmarkTokens } from '#core'

/**
 * A reply with the tokens that it copied from its prompt as they stand in the files: the one place where
 * the marks of `markTokens` are taken out again, before anything is checked, run, shown or stored. A token
 * that the model wrote without a mark stays as it is.
 */
export function unmarkReply(reply: Reply): Reply {
  const { text, reasoning, calls } = reply
  return {
    ...reply,
    text: unmarkTokens(text),
    reasoning: unmarkTokens(reasoning),
    calls: calls.map((call): ToolCall => {
      const given = unmarkDeep(call.arguments) as ToolCall['arguments']
      return { ...call, name: unmarkTokens(call.name), arguments: given }
    }),
  }
}

function unmarkDeep(value: unknown): unknown {
  if (typeof value === 'string') return unmarkTokens(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unmarkDeep)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [unmarkTokens(name), unmarkDeep(inner)]),
  )
}
