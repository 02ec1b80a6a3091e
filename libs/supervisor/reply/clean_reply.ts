import { type Reply, type ToolCall, unmarkTokens } from '#core'

/**
 * Removes the marks of `markTokens` that the model copied from its prompt, before anything is checked, run,
 * shown or stored. A token that the model wrote without a mark stays as it is.
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

/** Keeps id, name and arguments of each call. Every reply of a server passes here: `origin` is only ours. */
export function dropOrigin(reply: Reply): Reply {
  const calls = reply.calls.map(({ id, name, arguments: given }) => ({
    id,
    name,
    arguments: given,
  }))
  return { ...reply, calls }
}

function unmarkDeep(value: unknown): unknown {
  if (typeof value === 'string') return unmarkTokens(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unmarkDeep)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [unmarkTokens(name), unmarkDeep(inner)]),
  )
}
