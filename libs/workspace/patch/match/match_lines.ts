import { withEnding } from '../../files/text.js'
import { editLines, endingAt, type Line, splitLines } from '../text/lines.js'
import type { PatchEdit, Replacement } from '../text/types.js'

/**
 * Finds whole lines that differ only in trailing spaces, line endings and a BOM.
 * @returns every place, with the replacement in the line ending of that place
 */
export function matchLines(content: string, edit: PatchEdit): Replacement[] {
  const wanted = editLines(edit.old_str)
  // Blank lines alone match anywhere.
  if (wanted.every((line) => line === '')) return []
  const endsLine = /\n[^\S\n]*$/.test(edit.old_str)
  const lines = splitLines(content)
  const bare = lines.map(({ text }) => text.trimEnd())
  const found: Replacement[] = []
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (!wanted.every((line, index) => bare[at + index] === line)) continue
    const first = lines[at]
    const last = lines[at + wanted.length - 1]
    if (first && last) found.push(replace(content, edit.new_str, { endsLine, first, last }))
  }
  return found
}

interface Place {
  first: Line
  last: Line
  /** old_str ends with a newline. */
  endsLine: boolean
}

function replace(content: string, new_str: string, { endsLine, first, last }: Place): Replacement {
  const { start } = first
  const text = withEnding(new_str, endingAt(content, first))
  if (!endsLine) return { start, end: last.end, text }
  // Both end with a newline: the file keeps its own ending there.
  if (/\n$/.test(new_str)) return { start, end: last.end, text: text.replace(/\r?\n$/, '') }
  return { start, end: last.next, text }
}
