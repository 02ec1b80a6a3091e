import { decodeText } from '#workspace'
import type { ToolContext, ToolResult } from '../../declare/tool.js'
import type { OpenedFile } from '../open_for_edit.js'
import { guardLong, guardPatch, guardStale, refuse } from './guards.js'

/** Fewer lines may really be there twice. */
const LEAST_REPEATED = 3

/**
 * Refuses a part that is too long, a file that was not read or that another program changed, a part with a
 * placeholder, and a part that the file ends with already.
 */
export function guardAppend(
  file: OpenedFile,
  content: string,
  context: ToolContext,
): ToolResult | null {
  const held =
    guardLong(file, content, context, true) ??
    guardPatch(file, { newText: content }, context) ??
    guardStale(file, context)
  if (held !== null || file.before === null) return held
  const lines = (text: string) => text.trimEnd().split(/\r?\n/)
  const added = lines(content)
  const end = lines(decodeText(file.before).text).slice(-added.length)
  const isRepeated = added.length >= LEAST_REPEATED && added.every((line, at) => line === end[at])
  if (!isRepeated) return null
  const why = `${file.path} already ends with these ${added.length} lines. Send the part that follows. If they must be there twice, send the same call again.`
  return refuse('repeated', file, context, why)
}
