import type { Tokens } from 'marked'
import { padRow, type Row, rowColumns, type Span, span } from '../rows/row.js'
import { wrapRow } from '../rows/wrap.js'
import { type InlineOptions, inlineSpans } from './inline.js'

const BETWEEN = span(' │ ', 'frame')
/** A column below this is no column: the rows are listed instead. */
const LEAST_COLUMNS = 4

/** A table of a width: columns by the widest cell, then smaller from the widest on. */
export function tableRows(table: Tokens.Table, width: number, options: InlineOptions): Row[] {
  const head = table.header.map((cell) => inlineSpans(cell.tokens, options, ['strong']))
  const body = table.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens, options)))
  const room = width - 3 * (head.length - 1)
  if (room < LEAST_COLUMNS * head.length) return listed(head, body, width)
  const widths = fitColumns(
    head.map((cell, at) => Math.max(1, ...[cell, ...body.map((row) => row[at] ?? [])].map(widest))),
    room,
  )
  const rule = widths.map((columns) => '─'.repeat(columns)).join('─┼─')
  return [
    ...cellRows(head, widths, table.align),
    [span(rule, 'frame')],
    ...body.flatMap((row) => cellRows(row, widths, table.align)),
  ]
}

function isVisible({ text }: Span): boolean {
  return text.trim() !== ''
}

/** The widest line of a cell. */
function widest(cell: Span[]): number {
  return Math.max(0, ...wrapRow(cell, Number.POSITIVE_INFINITY).map(rowColumns))
}

/** Takes from the widest columns until all fit. */
function fitColumns(wanted: number[], room: number): number[] {
  const sorted = [...wanted].sort((a, b) => a - b)
  let left = room
  for (const [at, columns] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at))
    if (columns > share) return wanted.map((one) => Math.min(one, Math.max(1, share)))
    left -= columns
  }
  return wanted
}

function cellRows(cells: Span[][], widths: number[], align: Tokens.Table['align']): Row[] {
  const wrapped = widths.map((columns, at) => wrapRow(cells[at] ?? [], columns))
  const height = Math.max(...wrapped.map((rows) => rows.length))
  return Array.from({ length: height }, (_, line) =>
    widths.flatMap((columns, at) => {
      const content = wrapped[at]?.[line] ?? []
      const cell = aligned(content, columns, align[at] ?? null)
      // No spaces at the end of a row: they would be copied.
      const isLast = at === widths.length - 1
      const shown = isLast ? cell.slice(0, Math.max(0, cell.findLastIndex(isVisible) + 1)) : cell
      return at === 0 ? [...shown] : [BETWEEN, ...shown]
    }),
  )
}

function aligned(row: Row, columns: number, align: string | null): Row {
  const missing = columns - rowColumns(row)
  if (missing <= 0 || align === null || align === 'left') return padRow(row, columns)
  const before = align === 'right' ? missing : Math.floor(missing / 2)
  return padRow([span(' '.repeat(before)), ...row], columns)
}

/** For a screen that is too narrow: each cell after the name of its column. */
function listed(head: Span[][], body: Span[][][], width: number): Row[] {
  return body.flatMap((row) =>
    row.flatMap((cell, at) => wrapRow([...(head[at] ?? []), span(': '), ...cell], width)),
  )
}
