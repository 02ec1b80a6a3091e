import { visibleWidth } from '@mariozechner/pi-tui/dist/utils.js'
import { plainColumns } from '../rows/columns.js'
import type { Caret, Frame } from './frame.js'

/**
 * The live area: rows below the finished lines of a terminal. Every change is one write inside the marks of
 * synchronised output. Finished lines are written once and never again.
 */
export interface Area {
  /**
   * Prints finished lines above the area and draws this frame. Only rows that differ are written.
   * @param above  whole lines, each with its line end
   */
  paint(frame: Frame, above: string): void
  /** The terminal has this many columns now: removes the rows as they are wrapped now. `paint` draws them again. */
  resized(columns: number): void
  /** Removes the area. The cursor is where it began. */
  remove(): void
  /** Leaves the area on the screen and goes to the line below it. */
  leave(): void
  /** Clears the screen. What the terminal keeps above it stays. */
  clear(): void
  isDrawn(): boolean
}

/** Synchronised output (mode 2026): the terminal shows everything between the marks at once. */
const BEGIN = '\x1b[?2026h\x1b[?25l'
const END = '\x1b[?25h\x1b[?2026l'
const CLEAR_DOWN = '\x1b[J'
const CLEAR_RIGHT = '\x1b[K'
const PLAIN = '\x1b[0m'
/**
 * Rows are cut, not wrapped, at the edge: a terminal that draws a character wider than this program counts it (some do
 * with joined emoji) must not make two rows of one.
 */
const WRAP_OFF = '\x1b[?7l'
const WRAP_ON = '\x1b[?7h'

/** @param write  writes to the terminal */
export function createArea(write: (text: string) => void): Area {
  let drawn: Frame | null = null

  /** To the first column of the area's first row. */
  const toTop = (caret: Caret) => `${up(caret.row)}\r`

  function remove(): void {
    if (drawn !== null) write(`${toTop(drawn.caret)}${CLEAR_DOWN}`)
    drawn = null
  }

  return {
    paint(frame, above) {
      const change =
        drawn === null || above !== ''
          ? `${drawn === null ? '\r' : toTop(drawn.caret)}${CLEAR_DOWN}${lines(above)}${whole(frame)}`
          : difference(drawn, frame)
      drawn = frame
      if (change !== '') write(`${BEGIN}${change}${END}`)
    },
    resized(columns) {
      if (drawn === null) return
      const { rows, caret } = drawn
      const before = rows.slice(0, caret.row)
      const rowsAbove = before.reduce(
        (sum, row) => sum + rowsOf(plainColumns(row) ?? visibleWidth(row), columns),
        0,
      )
      // The caret's own row is wrapped too, where the terminal wraps again.
      const inside = Math.floor(caret.column / columns)
      write(`${up(rowsAbove + inside)}\r${CLEAR_DOWN}`)
      drawn = null
    },
    remove,
    leave() {
      if (drawn !== null) write(`${down(drawn.rows.length - 1 - drawn.caret.row)}\r\n`)
      drawn = null
    },
    clear() {
      write('\x1b[2J\x1b[H')
      drawn = null
    },
    isDrawn: () => drawn !== null,
  }
}

function whole({ rows, caret }: Frame): string {
  return WRAP_OFF + rows.map(closed).join('\r\n') + WRAP_ON + toCaret(rows.length - 1, caret)
}

/** The shortest text that turns one frame into the other, from the caret of the one to that of the other. */
function difference(old: Frame, next: Frame): string {
  let out = ''
  let at = old.caret.row
  const goTo = (row: number) => {
    out += `${row < at ? up(at - row) : down(row - at)}\r`
    at = row
  }
  for (const [index, row] of next.rows.entries()) {
    if (row === old.rows[index]) continue
    if (index < old.rows.length) {
      goTo(index)
      out += closed(row) + CLEAR_RIGHT
    } else {
      // A line end, so that the terminal scrolls where there is no row below.
      goTo(index - 1)
      out += `\n${closed(row)}`
      at = index
    }
  }
  if (old.rows.length > next.rows.length) {
    goTo(next.rows.length)
    out += CLEAR_DOWN
  }
  const isMoved = old.caret.row !== next.caret.row || old.caret.column !== next.caret.column
  if (out === '' && !isMoved) return ''
  const rows = out === '' ? '' : WRAP_OFF + out + WRAP_ON
  return rows + toCaret(at, next.caret)
}

function toCaret(row: number, caret: Caret): string {
  const rows = caret.row < row ? up(row - caret.row) : down(caret.row - row)
  return `${rows}\r${caret.column > 0 ? `\x1b[${caret.column}C` : ''}`
}

/** A colour that a row leaves open does not reach the next one. */
function closed(row: string): string {
  return row.includes('\x1b') ? row + PLAIN : row
}

/** In raw mode a line end alone only goes down. */
function lines(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

function rowsOf(width: number, columns: number): number {
  return Math.max(1, Math.ceil(width / columns))
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : ''
}

function down(rows: number): string {
  return rows > 0 ? `\x1b[${rows}B` : ''
}
