import { isObject, parseJson } from '../json/parse_json.js'
import { splitThinking } from '../thinking/split_thinking.js'
import { SAY_KEY, TOOL_KEY } from './call_format.js'
import type { WrittenCall } from './calls/written_call.js'

/** An answer in the format of `callFormat`. */
export type Formatted = { kind: 'call'; call: WrittenCall } | { kind: 'said'; text: string }

/** Reads an answer in the format of `callFormat`; null when it has another format. */
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

/** Removes nulls, which mean an absent argument. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]))
}
