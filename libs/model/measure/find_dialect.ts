import type { RecordedReply } from '#core'
import { parseReply } from '../parse/parse_reply.js'
import type { Dialect } from '../parse/syntax/dialect.js'
import { PROBE_TOOLS } from './probe_tools.js'

/**
 * The dialect in which a reply calls one of the probes' tools.
 * @param expected  tried first, because several dialects may read the same text
 * @returns         its name; null when there is no call, or a call in bare JSON
 */
export function findDialect(
  raw: RecordedReply,
  dialects: readonly Dialect[],
  expected?: string,
): string | null {
  const tools = PROBE_TOOLS.map((tool) => tool.function)
  const parse = (some: readonly Dialect[]) =>
    parseReply({ ...raw, tool_calls: [] }, { step: 1, tools, dialects: some })
  const isWhole = (some: readonly Dialect[]) => {
    const { calls, text } = parse(some)
    return calls.length > 0 && text.trim() === ''
  }
  if (isWhole([])) return null
  const ordered = [...dialects].sort(
    (a, b) => Number(b.name === expected) - Number(a.name === expected),
  )
  const found =
    ordered.find((dialect) => isWhole([dialect])) ??
    ordered.find((dialect) => parse([dialect]).calls.length > parse([]).calls.length)
  return found?.name ?? null
}
