import { isObject, parseJson } from '../json/parse_json.js'
import { splitThinking } from '../thinking/split_thinking.js'
import { SAY_KEY, TOOL_KEY } from './call_format.js'
import type { WrittenCall } from './calls/said_call.js'

/** What an answer says that was held to the schema of `callFormat`. */
export type Formatted = { kind: 'call'; call: WrittenCall } | { kind: 'said'; text: string }

/** Reads such an answer; null when it did not keep to the schema, so that it is read like all others. */
export function readFormatted(content: string): Formatted | null {
  const value = parseJson(splitThinking(content).text.trim())
  if (!isObject(value)) return null
  const { [TOOL_KEY]: name, [SAY_KEY]: text, ...given } = value
  if (typeof name !== 'string')
    return typeof text === 'string' && Object.keys(given).length === 0
      ? { kind: 'said', text }
      : null
  const said = text === undefined ? given : { ...given, [SAY_KEY]: text }
  return { kind: 'call', call: { name, arguments: withoutNulls(said) as Record<string, unknown> } }
}

/** A null stands for an argument that is left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]))
}
