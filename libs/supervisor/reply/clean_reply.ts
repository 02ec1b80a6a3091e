import { type Reply, type ToolCall, unmarkTokens } from '#core'

/**
 * Removes the marks of `markTokens` that the model copied from its prompt, before anything is checked, run,
 * shown or stored. A token that the model wrote without a mark stays as it is.
 */
export function unmarkReply(reply: Reply): Reply {
  const { text, reasoning, calls, problem } = reply
  return {
    ...reply,
    ...(problem?.refused && { problem: { ...problem, refused: unmarkCall(problem.refused) } }),
    text: unmarkTokens(text),
    reasoning: unmarkTokens(reasoning),
    calls: calls.map(unmarkCall),
  }
}

function unmarkCall(call: ToolCall): ToolCall {
  const given = unmarkDeep(call.arguments) as ToolCall['arguments']
  return { ...call, name: unmarkTokens(call.name), arguments: given }
}

/** Removes the `origin` and `needs` of each call. Every reply of a server passes here: they are only ours. */
export function dropOrigin(reply: Reply): Reply {
  return { ...reply, calls: reply.calls.map(({ origin: _, needs: __, ...call }) => call) }
}

function unmarkDeep(value: unknown): unknown {
  if (typeof value === 'string') return unmarkTokens(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unmarkDeep)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [unmarkTokens(name), unmarkDeep(inner)]),
  )
}
