import type { Row, Span, StyleName } from '../rows/row.js'
import { span } from '../rows/row.js'
import { splitWords, type Word } from '../rows/words.js'

/** A text that comes in pieces, on a terminal where nothing can be drawn again. */
export interface WordStream {
  add(text: string, ...styles: StyleName[]): void
  /** Writes what was held back. The next text begins a row. */
  end(): void
}

export interface WordStreamOptions {
  write(text: string): void
  paint(row: Row): string
  /** Columns of the terminal; 0: none, the text is written as it comes. */
  columns(): number
}

const FENCE = /^\s*(?:```|~~~)/

/**
 * Writes each word when it is whole, on a new row where it does not fit. A word that is longer than a row, and a line of
 * code, are wrapped by the terminal, so that they can be copied whole.
 */
export function createWordStream({ write, paint, columns }: WordStreamOptions): WordStream {
  let held: Span[] = []
  let used = 0
  /** The line so far, as long as it may be a fence. */
  let line = ''
  let isCode = false

  function newLine(): void {
    if (FENCE.test(line)) isCode = !isCode
    line = ''
    used = 0
    write('\n')
  }
  function put({ spaces, pieces, columns: wide }: Word): void {
    const all = columns()
    const width = Math.max(1, all - 1)
    const needed = used + textOf(spaces).length + wide
    const fits = needed <= width || used === 0 || isCode || wide > width
    if (!fits) write('\n')
    write(paint(fits ? [...spaces, ...pieces] : pieces))
    if (line.length < FENCE_CHARS) line += textOf(spaces) + textOf(pieces)
    used = !fits ? wide : needed <= width ? needed : ((needed - 1) % all) + 1
  }

  return {
    add(text, ...styles) {
      if (columns() === 0) return write(paint([span(text, ...styles)]))
      const row = [...held, span(text, ...styles)]
      held = []
      const words = [...splitWords(row)]
      const after = /[ \t]*$/.exec(text)?.[0] ?? ''
      // More of the last word may follow.
      const last = after === '' && !text.endsWith('\n') ? words.pop() : undefined
      for (const word of words) word === 'end' ? newLine() : put(word)
      if (last !== undefined && last !== 'end') held = [...last.spaces, ...last.pieces]
      else if (after !== '') held = [span(after, ...styles)]
    },
    end() {
      for (const word of splitWords(held)) if (word !== 'end') put(word)
      held = []
      used = 0
      line = ''
      isCode = false
    },
  }
}

const FENCE_CHARS = 8

function textOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('')
}
