import { withEnding } from '../../files/text.js'
import { endingAt, type Line, saidLines, splitLines } from '../text/lines.js'
import type { PatchEdit, Replacement } from '../text/types.js'

/**
 * Whole lines that are the same but for trailing blanks, line endings and a BOM.
 * @returns every place, with the replacement written in the line ending of that place
 */
export function matchLines(content: string, edit: PatchEdit): Replacement[] {
  const wanted = saidLines(edit.old_str)
  // Blank lines alone fit anywhere: that would be a guess.
  if (wanted.every((line) => line === '')) return []
  const endsLine = /\n[^\S\n]*$/.test(edit.old_str)
  const lines = splitLines(content)
  const bare = lines.map(({ text }) => text.trimEnd())
  const found: Replacement[] = []
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (!wanted.every((line, index) => bare[at + index] === line)) continue
    const first = lines[at]
    const last = lines[at + wanted.length - 1]
    if (first && last) found.push(replace(content, edit, endsLine, first, last))
  }
  return found
}

function replace(
  content: string,
  { new_str }: PatchEdit,
  endsLine: boolean,
  first: Line,
  last: Line,
): Replacement {
  const { start } = first
  const text = withEnding(new_str, endingAt(content, first))
  if (!endsLine) return { start, end: last.end, text }
  // Both end their last line: the ending that the file has there, or has not, stays.
  if (/\n$/.test(new_str)) return { start, end: last.end, text: text.replace(/\r?\n$/, '') }
  return { start, end: last.next, text }
}
