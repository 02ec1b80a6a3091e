import { BOM } from '../../files/text.js'

/** A line of a file. */
export interface Line {
  /** Start and end of its text in the content, without BOM and line ending. */
  start: number
  end: number
  /** Start of the next line. */
  next: number
  text: string
}

export function splitLines(content: string): Line[] {
  const lines: Line[] = []
  for (let at = 0; at < content.length; ) {
    const newline = content.indexOf('\n', at)
    const next = newline === -1 ? content.length : newline + 1
    const stop = newline === -1 ? content.length : newline
    const end = newline !== -1 && stop > at && content[stop - 1] === '\r' ? stop - 1 : stop
    const start = at === 0 && content.startsWith(BOM) ? BOM.length : at
    lines.push({ start, end, next, text: content.slice(start, end) })
    at = next
  }
  return lines
}

/** The lines of old_str or new_str, without BOM, trailing spaces and the empty line after a final newline. */
export function editLines(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The line ending at a line. */
export function endingAt(content: string, line: Line): '\n' | '\r\n' {
  if (line.next > line.end) return line.next - line.end === 2 ? '\r\n' : '\n'
  // The last line has none: the line before it decides.
  return content.slice(0, line.start).endsWith('\r\n') ? '\r\n' : '\n'
}

const QUOTES = /["`\u2018\u2019\u201C\u201D]/g

/** A line without indentation, with single spaces and quotes, and without a final comma: for loose comparison. */
export function looseKey(line: string): string {
  const bare = line.trim().replace(QUOTES, "'")
  // In a commented bracket the spaces after the comment mark are significant.
  if (!/[\p{L}\p{N}]/u.test(bare)) return bare.replace(/ ?[,;]$/, '') || bare
  const words = bare.replace(/\s+/g, ' ')
  return words.replace(/ ?[,;]$/, '') || words
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
