import { countNoun, showControls } from '#core'
import { EMPTY_ROW, type Row, type Span, span } from '../rows/row.js'
import { breakRow, wrapRow } from '../rows/wrap.js'
import { type DiffLine, parseDiff } from './parse_diff.js'
import { markWords } from './word_marks.js'

export interface DiffOptions {
  /** Columns of a row. */
  width: number
  /** Lines of the difference that are shown; a last row counts the others. */
  mostLines: number
  /** false: no row for the name of the file, because a line before has it. */
  hasNames?: boolean
}

/** Rows of one line, so that one line cannot take the screen. */
const MOST_ROWS = 6
const SIGN = { same: ' ', added: '+', removed: '-' } as const
/** Below this width line numbers take too much of it. */
const NUMBER_WIDTH = 30

/** A unified diff as rows: line numbers, signs, and the words marked that changed. */
export function diffRows(diff: string, options: DiffOptions): Row[] {
  const { width, mostLines, hasNames = true } = options
  const parts = parseDiff(showControls(diff))
  const all = parts.flatMap((part) => (part.kind === 'hunk' ? part.lines : []))
  const most = all.reduce((max, { number }) => Math.max(max, number), 0)
  const digits = width < NUMBER_WIDTH ? 0 : String(most).length
  const rows: Row[] = []
  let left = mostLines
  let isFirstHunk = true
  for (const part of parts) {
    if (part.kind === 'file') {
      isFirstHunk = true
      if (hasNames && left > 0) rows.push(...wrapRow([span(part.path, 'strong')], width))
    } else if (part.kind === 'text') {
      if (left > 0) rows.push(...wrapRow([span(part.text, 'dim')], width))
      left -= 1
    } else {
      if (!isFirstHunk && left > 0) rows.push([span(`${' '.repeat(digits)} ⋮`, 'hunk')])
      isFirstHunk = false
      const shown = part.lines.slice(0, Math.max(0, left))
      rows.push(
        ...shown.flatMap((line, at) => lineRows(line, marksAt(part.lines, at), { width, digits })),
      )
      left -= part.lines.length
    }
  }
  if (left < 0) rows.push([span(`… ${countNoun(-left, 'more line')}`, 'dim')])
  return rows.length === 0 ? [EMPTY_ROW] : rows
}

/** The marked words of a line in a run of removed lines that as many added ones follow; null: none. */
function marksAt(lines: readonly DiffLine[], at: number): Span[] | null {
  const kind = lines[at]?.kind
  if (kind !== 'removed' && kind !== 'added') return null
  let first = at
  while (lines[first - 1]?.kind === 'added') first -= 1
  while (lines[first - 1]?.kind === 'removed') first -= 1
  let middle = first
  while (lines[middle]?.kind === 'removed') middle += 1
  let end = middle
  while (lines[end]?.kind === 'added') end += 1
  const count = middle - first
  if (count === 0 || count !== end - middle) return null
  const index = (at - first) % count
  const marked = markWords(lines[first + index]?.text ?? '', lines[middle + index]?.text ?? '')
  if (marked === null) return null
  return kind === 'removed' ? marked.old : marked.new
}

function lineRows(
  { kind, text, number }: DiffLine,
  marks: Span[] | null,
  { width, digits }: { width: number; digits: number },
): Row[] {
  const style = kind === 'same' ? [] : [kind]
  const head = [
    ...(digits === 0 ? [] : [span(`${String(number).padStart(digits)} `, 'frame')]),
    { text: `${SIGN[kind]} `, styles: style },
  ]
  const room = Math.max(1, width - digits - (digits === 0 ? 2 : 3))
  const rows = breakRow(marks ?? [{ text, styles: style }], room)
  const indent = span(' '.repeat(digits === 0 ? 2 : digits + 3))
  const shown = rows
    .slice(0, MOST_ROWS)
    .map((row, at) => (at === 0 ? [...head, ...row] : [indent, ...row]))
  const hidden = rows.length - MOST_ROWS
  if (hidden <= 0) return shown
  const chars = rows
    .slice(MOST_ROWS)
    .flat()
    .reduce((sum, piece) => sum + piece.text.length, 0)
  return [
    ...shown,
    [indent, span(`… ${countNoun(chars, 'more character')} in this line`, 'warning')],
  ]
}
