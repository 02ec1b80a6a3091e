import { BOM } from '../../files/text.js'

/** A line of a file. */
export interface Line {
  /** Where its text starts and ends in the content, without BOM and ending. */
  start: number
  end: number
  /** Where the next line starts. */
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

/** The lines of old_str or new_str: no BOM, no blanks at their ends, and no empty one behind a final newline. */
export function saidLines(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The line ending of the place where a line stands. */
export function endingAt(content: string, line: Line): '\n' | '\r\n' {
  if (line.next > line.end) return line.next - line.end === 2 ? '\r\n' : '\n'
  // The last line has none: the line before it tells.
  return content.slice(0, line.start).endsWith('\r\n') ? '\r\n' : '\n'
}

const QUOTES = /["`\u2018\u2019\u201C\u201D]/g

/** What a line says when slips of the pen are left out: indentation, width of blanks, kind of quotes, a last comma. */
export function looseKey(line: string): string {
  const bare = line.trim().replace(QUOTES, "'")
  // Brackets in a comment are told apart by the blanks between its mark and them.
  if (!/[\p{L}\p{N}]/u.test(bare)) return bare.replace(/ ?[,;]$/, '') || bare
  const words = bare.replace(/\s+/g, ' ')
  return words.replace(/ ?[,;]$/, '') || words
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
