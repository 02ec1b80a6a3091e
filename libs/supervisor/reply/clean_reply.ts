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

/**
 * Gives each call an id of our own and removes its `origin` and `needs`: they are only ours. Every reply of a server passes here.
 * No later task of the session has the same ids.
 */
export function ownCalls(
  reply: Reply,
  { step, startSeq }: { step: number; startSeq: number },
): Reply {
  const place = startSeq > 1 ? `${startSeq}_${step + 1}` : `${step + 1}`
  const own = ({ origin: _, needs: __, ...call }: ToolCall, at: number): ToolCall => {
    return { ...call, id: `call_${place}_${at + 1}` }
  }
  const { problem, calls } = reply
  const refused = problem?.refused && own(problem.refused, calls.length)
  return {
    ...reply,
    calls: calls.map(own),
    problem: problem && { ...problem, ...(refused && { refused }) },
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
