import { truncateToWidth } from '@mariozechner/pi-tui/dist/utils.js'
import { plainColumns } from '../rows/columns.js'
import type { Caret, Frame, Size } from './frame.js'

/** What the area shows, from top to bottom. */
export interface Sections {
  /** The rows of each panel. */
  panels: readonly (readonly string[])[]
  /** What is waited for. */
  status: string | null
  /** The prompt with what is typed: at least one row. */
  prompt: { rows: readonly string[]; caret: Caret; headRows?: number }
  /** Rows directly under the prompt, such as completions. */
  below: readonly string[]
  bar: string | null
}

/**
 * Puts the sections into at most one row less than the terminal has, each row cut to one column less. Panels
 * lose rows first, the oldest of each; then the bar, the status, the rows under the prompt. Of the prompt itself the
 * rows around the caret are kept, and the first ones of a question: they name its answers.
 */
export function compose(sections: Sections, { columns, rows }: Size): Frame {
  const width = Math.max(1, columns - 1)
  let room = Math.max(1, rows - 1)
  const take = (wanted: number) => {
    const taken = Math.min(wanted, room)
    room -= taken
    return taken
  }
  const { prompt, below, status, bar, panels } = sections
  const typed = around(prompt, take(prompt.rows.length))
  const shownBelow = listPart(below, take(below.length), width)
  const shownStatus = status === null ? [] : [status].slice(0, take(1))
  const shownBar = bar === null ? [] : [bar].slice(0, take(1))
  const above = [...fit(panels, room), ...shownStatus]
  const all = [...above, ...typed.rows, ...shownBelow, ...shownBar]
  return {
    rows: all.map((row) => cutRow(row, width)),
    caret: {
      row: above.length + typed.caretRow,
      column: Math.min(prompt.caret.column, width),
    },
  }
}

/** How a list marks its chosen row. */
const CHOSEN = '→ '

/** So many rows of a list, with the chosen one; the last one says that more follow. */
function listPart(rows: readonly string[], room: number, width: number): readonly string[] {
  if (rows.length <= room || room === 0) return rows.slice(0, room)
  const chosen = rows.findIndex((row) => row.startsWith(CHOSEN))
  const from = Math.max(0, chosen - room + 1)
  const shown = rows.slice(from, from + room)
  if (from + room < rows.length)
    shown.push(`${truncateToWidth(shown.pop() ?? '', Math.max(1, width - 2), '')} …`)
  return shown
}

/** A row without line ends, that the terminal does not wrap. */
function cutRow(row: string, width: number): string {
  const line = /[\n\r\t]/.test(row) ? row.replace(/[\n\r\t]+/g, ' ') : row
  const columns = plainColumns(line)
  return columns !== null && columns <= width ? line : truncateToWidth(line, width, '…')
}

/** So many rows around the caret; of a question that is too long the first rows, and then the row of the caret. */
function around({ rows, caret, headRows = 0 }: Sections['prompt'], room: number) {
  if (headRows > 0 && rows.length > room && room > 1) {
    const typed = rows.slice(headRows)
    const own = window(typed, caret.row - headRows, Math.max(1, room - headRows))
    const head = rows.slice(0, room - own.rows.length)
    if (head.length < headRows) head.push(`${head.pop() ?? ''}…`)
    return { rows: [...head, ...own.rows], caretRow: head.length + own.caretRow }
  }
  return window(rows, caret.row, room)
}

function window(rows: readonly string[], caretRow: number, room: number) {
  const from = Math.max(0, Math.min(caretRow - Math.floor(room / 2), rows.length - room))
  return { rows: rows.slice(from, from + room), caretRow: caretRow - from }
}

/** The last rows of each panel: the largest panel loses rows first. */
function fit(panels: Sections['panels'], room: number): string[] {
  const counts = panels.map((panel) => panel.length)
  let over = counts.reduce((sum, count) => sum + count, 0) - room
  while (over > 0) {
    const largest = counts.indexOf(Math.max(...counts))
    counts[largest] = (counts[largest] ?? 0) - 1
    over -= 1
  }
  return panels.flatMap((panel, index) => panel.slice(panel.length - (counts[index] ?? 0)))
}
