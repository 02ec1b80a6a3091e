import { plausibleUsage, type Reply, type ToolCall } from '#core'

/**
 * Reads a decision that was stored before its effects. An older version may have stored numbers that no server can
 * mean, so the counts are checked again.
 * @returns null when the text is not a reply
 */
export function readStoredReply(text: string): Reply | null {
  const value = parse(text)
  if (!isObject(value)) return null
  const { text: said, reasoning, calls, finishReason, problem, usage } = value
  if (typeof said !== 'string' || typeof reasoning !== 'string') return null
  if (!Array.isArray(calls) || !calls.every(isCall)) return null
  return {
    ...value,
    text: said,
    reasoning,
    calls,
    problem: isObject(problem) ? (problem as unknown as Reply['problem']) : null,
    finishReason: typeof finishReason === 'string' ? finishReason : null,
    usage: plausibleUsage(usage),
  }
}

function isCall(value: unknown): value is ToolCall {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    isObject(value.arguments)
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
