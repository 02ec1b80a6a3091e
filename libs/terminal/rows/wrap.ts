import { graphemeColumns, graphemes } from './columns.js'
import { type Row, rowText, type Span, span } from './row.js'
import { splitWords, type Word } from './words.js'

const ASCII = /^[\x20-\x7e]*$/

/**
 * Breaks spans into rows of at most so many columns: at spaces, between wide characters, and inside a word
 * that is longer than a row. Line ends in the text end a row. Takes linear time.
 */
export function wrapRow(row: Row, columns: number): Row[] {
  const filler = createFiller(columns)
  for (const word of splitWords(row)) {
    if (word === 'end') filler.end()
    else place(word, filler)
  }
  return filler.rows()
}

/** Lines of a text, each of at most so many columns, broken as `wrapRow` breaks them. */
export function wrapText(text: string, columns: number): string[] {
  return wrapRow([span(text)], columns).map(rowText)
}

/** Breaks spans wherever a row is full, for text whose spaces matter. */
export function breakRow(row: Row, columns: number): Row[] {
  const filler = createFiller(columns)
  for (const { text, styles } of row) filler.fill({ text: text.replaceAll('\t', '  '), styles })
  return filler.rows()
}

function place({ spaces, pieces, columns }: Word, filler: Filler): void {
  if (!filler.isEmpty()) {
    const gap = spaces.reduce((sum, { text }) => sum + text.length, 0)
    if (filler.left() < gap + columns) filler.end()
    else for (const space of spaces) filler.fill(space)
  }
  for (const piece of pieces) filler.fill(piece)
}

interface Filler {
  /** Puts a piece, and begins a row wherever one is full. */
  fill(piece: Span): void
  end(): void
  left(): number
  isEmpty(): boolean
  rows(): Row[]
}

function createFiller(columns: number): Filler {
  const width = Math.max(1, columns)
  const rows: Row[] = []
  let current: Span[] = []
  let used = 0
  const end = () => {
    rows.push(current)
    current = []
    used = 0
  }
  const put = (text: string, columnsOfText: number, { styles }: Span) => {
    const last = current.at(-1)
    if (last !== undefined && last.styles === styles)
      current[current.length - 1] = { text: last.text + text, styles }
    else if (text !== '') current.push({ text, styles })
    used += columnsOfText
  }
  return {
    end,
    left: () => width - used,
    isEmpty: () => used === 0,
    fill(piece) {
      if (ASCII.test(piece.text)) {
        for (let at = 0; at < piece.text.length; ) {
          if (used >= width) end()
          const head = piece.text.slice(at, at + width - used)
          put(head, head.length, piece)
          at += head.length
        }
        return
      }
      for (const one of graphemes(piece.text)) {
        const wide = graphemeColumns(one)
        // A wide character on a row of one column is put all the same.
        if (used > 0 && used + wide > width) end()
        put(one, wide, piece)
      }
    },
    rows() {
      if (current.length > 0 || rows.length === 0) end()
      return rows
    },
  }
}
