import type { RecordedReply } from '#core'
import { isObject } from '../json/parse_json.js'
import { createCollector } from '../stream/collect_reply.js'

/**
 * Joins the parts of a stream into a raw reply, as the client does.
 * @param parts  chunks, their deltas, or native calls (whole or in fragments), in order
 */
export function joinChunks(parts: readonly unknown[]): RecordedReply {
  const collector = createCollector()
  for (const part of parts) collector.add(chunkOf(part))
  return collector.raw()
}

function chunkOf(part: unknown): unknown {
  if (!isObject(part) || Array.isArray(part.choices)) return part
  if ('delta' in part) return { choices: [part] }
  const isCall = 'function' in part || 'name' in part || 'arguments' in part
  if (!isCall) return { choices: [{ delta: part }] }
  const body = isObject(part.function) ? part.function : part
  const call = { id: part.id, index: part.index, function: body }
  return { choices: [{ delta: { tool_calls: [call] } }] }
}
