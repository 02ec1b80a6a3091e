import { columnsOf, splitAt } from './columns.js'

/** What a piece of text is, for the table of colours (theme/styles.ts). */
export type StyleName =
  | 'strong'
  | 'emphasis'
  | 'struck'
  | 'dim'
  | 'heading'
  | 'code'
  | 'link'
  | 'quote'
  | 'frame'
  | 'action'
  | 'good'
  | 'warning'
  | 'bad'
  | 'added'
  | 'removed'
  | 'addedWord'
  | 'removedWord'
  | 'hunk'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'function'
  | 'type'
  | 'variable'
  | 'meta'
  | 'modePlan'
  | 'modeEdits'
  | 'modeYolo'

/** A piece of a row: text without control characters, and what it is. */
export interface Span {
  text: string
  styles: readonly StyleName[]
}

/** One row of a terminal, left to right. It has no line end. */
export type Row = readonly Span[]

export const EMPTY_ROW: Row = []

export function span(text: string, ...styles: StyleName[]): Span {
  return { text, styles }
}

/** Columns that a row takes. */
export function rowColumns(row: Row): number {
  return row.reduce((sum, { text }) => sum + columnsOf(text), 0)
}

export function rowText(row: Row): string {
  return row.map(({ text }) => text).join('')
}

/** A row of at most so many columns; `…` shows that something was cut. */
export function cutRow(row: Row, columns: number): Row {
  if (columns <= 0) return EMPTY_ROW
  if (rowColumns(row) <= columns) return row
  const cut: Span[] = []
  let left = columns - 1
  for (const { text, styles } of row) {
    const width = columnsOf(text)
    if (width <= left) {
      cut.push({ text, styles })
      left -= width
      continue
    }
    const [head] = splitAt(text, left)
    if (head !== '') cut.push({ text: head, styles })
    break
  }
  return [...cut, { text: '…', styles: row.at(-1)?.styles ?? [] }]
}

/** A row with spaces at its end up to so many columns. */
export function padRow(row: Row, columns: number): Row {
  const missing = columns - rowColumns(row)
  return missing > 0 ? [...row, span(' '.repeat(missing))] : row
}
