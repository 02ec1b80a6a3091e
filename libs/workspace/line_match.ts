import type { PatchEdit, Replacement } from './patch_types.js'
import { BOM, type LineEnding, withEnding } from './text.js'

interface Line {
  /** Where it starts in the content, and where its text ends, without the ending. */
  start: number
  end: number
  /** Where the next line starts. */
  next: number
  /** Its text without BOM and trailing blanks. */
  bare: string
}

/**
 * The lenient layer: whole lines that are the same but for trailing blanks, line endings and a BOM.
 * @returns every place, with the replacement written in the line ending of that place
 */
export function findLineMatches(content: string, edit: PatchEdit): Replacement[] {
  const wanted = edit.old_str.split(/\r?\n/).map(bare)
  const endsLine = wanted.length > 1 && wanted.at(-1) === ''
  if (endsLine) wanted.pop()
  // Blank lines alone fit anywhere: that would be a guess.
  if (wanted.every((line) => line === '')) return []

  const lines = splitLines(content)
  const found: Replacement[] = []
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    if (!wanted.every((line, index) => lines[at + index]?.bare === line)) continue
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
  const start = first.start + (content.startsWith(BOM, first.start) ? BOM.length : 0)
  const text = withEnding(new_str, endingAt(content, first))
  if (!endsLine) return { start, end: last.end, text }
  // Both end their last line: the ending that the file has there, or has not, stays.
  if (/\n$/.test(new_str)) return { start, end: last.end, text: text.replace(/\r?\n$/, '') }
  return { start, end: last.next, text }
}

function endingAt(content: string, line: Line): LineEnding {
  if (line.next > line.end) return line.next - line.end === 2 ? '\r\n' : '\n'
  // The last line has none: the line before it tells.
  return content.slice(0, line.start).endsWith('\r\n') ? '\r\n' : '\n'
}

function splitLines(content: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < content.length; ) {
    const newline = content.indexOf('\n', start)
    const next = newline === -1 ? content.length : newline + 1
    const stop = newline === -1 ? content.length : newline
    const end = newline !== -1 && stop > start && content[stop - 1] === '\r' ? stop - 1 : stop
    const from = start === 0 && content.startsWith(BOM) ? BOM.length : start
    lines.push({ start, end, next, bare: bare(content.slice(from, end)) })
    start = next
  }
  return lines
}

function bare(line: string): string {
  return line.replace(/^\uFEFF/, '').trimEnd()
}
