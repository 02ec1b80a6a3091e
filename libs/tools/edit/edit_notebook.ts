import { createHash } from 'node:crypto'
import type { Notebook, NotebookCell, Span } from './notebook_text.js'

/** What happens to a cell. Cells are counted from 1; 0 inserts before the first. */
export interface CellEdit {
  mode: 'replace' | 'insert' | 'delete'
  cell: number
  source: string
  type: string
}

/** The text of a notebook after an edit of one cell. Bytes of other cells stay. */
export function editCell(text: string, notebook: Notebook, edit: CellEdit): string {
  const { cells } = notebook
  const target = cells[edit.cell - 1]
  if (edit.mode === 'insert') return insertCell(text, notebook, edit)
  if (target === undefined) return text
  return edit.mode === 'delete'
    ? deleteCell(text, notebook, edit.cell - 1)
    : replaceCell(text, target, edit)
}

/** New source, and no outputs: those of the old source would be wrong. */
function replaceCell(text: string, cell: NotebookCell, { source }: CellEdit): string {
  const changes: { span: Span; value: string }[] = []
  const put = (key: string, make: (span: Span) => string) => {
    const span = cell.values.get(key)
    if (span !== undefined) changes.push({ span, value: make(span) })
  }
  put('source', (span) => sourceValue(text, span, source))
  put('outputs', () => '[]')
  put('execution_count', () => 'null')
  return changes
    .sort((a, b) => b.span.start - a.span.start)
    .reduce(
      (made, { span, value }) => made.slice(0, span.start) + value + made.slice(span.end),
      text,
    )
}

/** In the form of the old value: one string, a list on one line, or a line for each line of the source. */
function sourceValue(text: string, span: Span, source: string): string {
  const old = text.slice(span.start, span.end)
  if (old.startsWith('"')) return JSON.stringify(source)
  const lines = linesOf(source)
  if (lines.length === 0) return '[]'
  const indent = indentAt(text, span.start)
  const isCompact = !text.includes('\n')
  if (isCompact) return JSON.stringify(lines)
  return listValue(lines, indent, unitOf(text))
}

function listValue(lines: readonly string[], indent: string, unit: string): string {
  const rows = lines.map((line) => `${indent}${unit}${JSON.stringify(line)}`)
  return `[\n${rows.join(',\n')}\n${indent}]`
}

function deleteCell(text: string, { cells, list }: Notebook, at: number): string {
  const cell = cells[at]
  const [before, after] = [cells[at - 1], cells[at + 1]]
  if (cell === undefined) return text
  if (before === undefined && after === undefined)
    return `${text.slice(0, list.start)}[]${text.slice(list.end)}`
  const [start, end] =
    after === undefined ? [before?.end ?? cell.start, cell.end] : [cell.start, after.start]
  return text.slice(0, start) + text.slice(end)
}

function insertCell(text: string, notebook: Notebook, { cell, source, type }: CellEdit): string {
  const { cells, list, hasIds } = notebook
  const isCompact = !text.includes('\n')
  const unit = unitOf(text)
  const indent = indentAt(text, list.start) + unit
  const isCode = type === 'code'
  const value = {
    cell_type: type,
    ...(isCode ? { execution_count: null } : {}),
    ...(hasIds ? { id: idOf(text, source, cell) } : {}),
    metadata: {},
    ...(isCode ? { outputs: [] } : {}),
    source: linesOf(source),
  }
  const made = isCompact
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`)
  const gap = isCompact ? '' : `\n${indent}`
  const [first] = cells
  if (first === undefined)
    return `${text.slice(0, list.start)}[${gap}${made}${isCompact ? '' : `\n${indent.slice(unit.length)}`}]${text.slice(list.end)}`
  const before = cells[cell - 1]
  if (before === undefined)
    return `${text.slice(0, first.start)}${made},${gap}${text.slice(first.start)}`
  return `${text.slice(0, before.end)},${gap}${made}${text.slice(before.end)}`
}

/** Lines with their ends, as notebooks store them. */
function linesOf(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** The white space at the beginning of the line of a place. */
function indentAt(text: string, place: number): string {
  const start = text.lastIndexOf('\n', place) + 1
  return /^[ \t]*/.exec(text.slice(start, place))?.[0] ?? ''
}

/** One level of indentation: one space in files of Jupyter. */
function unitOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? ' '
}

/** Unique in the file and the same for the same edit. */
function idOf(text: string, source: string, cell: number): string {
  for (let salt = 0; ; salt += 1) {
    const hash = createHash('sha256').update(`${salt} ${cell} ${source}`).digest('hex').slice(0, 8)
    if (!text.includes(`"${hash}"`)) return hash
  }
}
