import { graphemeColumns, graphemes } from './columns.js'
import type { Row, Span } from './row.js'

/** What stays together on a row, with the spaces before it. */
export interface Word {
  spaces: Span[]
  pieces: Span[]
  columns: number
}

/** These end a clause: no row begins with one. */
const CLOSING = /^[、。，．！？；：）」』】》〉”’…]/u
/** Between two parts: it begins the row of the second one. */
const BETWEEN = '·'
const PARTS = /\n|[ \t]+|[^ \t\n]+/g
const ASCII = /^[\x20-\x7e]*$/

/** The words of a row: between spaces, and each wide character for itself. `end`: a line end in the text. */
export function* splitWords(row: Row): Generator<Word | 'end'> {
  let word: Word = { spaces: [], pieces: [], columns: 0 }
  let isAfterWide = false
  const take = (): Word => {
    const taken = word
    word = { spaces: [], pieces: [], columns: 0 }
    isAfterWide = false
    return taken
  }
  for (const { text, styles } of row) {
    for (const [part] of text.matchAll(PARTS)) {
      if (part === '\n') {
        if (word.pieces.length > 0) yield take()
        take()
        yield 'end'
      } else if (part.startsWith(' ') || part.startsWith('\t')) {
        const space = { text: part.replaceAll('\t', '  '), styles }
        if (isBetween(word)) {
          word.pieces.push(space)
          word.columns += space.text.length
          isAfterWide = false
          continue
        }
        if (word.pieces.length > 0) yield take()
        word.spaces.push(space)
      } else if (ASCII.test(part)) {
        if (isAfterWide) yield take()
        word.pieces.push({ text: part, styles })
        word.columns += part.length
      } else {
        for (const one of graphemes(part)) {
          const columns = graphemeColumns(one)
          const breaks = (columns === 2 || isAfterWide) && !CLOSING.test(one) && columns > 0
          if (breaks && word.pieces.length > 0) yield take()
          word.pieces.push({ text: one, styles })
          word.columns += columns
          isAfterWide = columns === 2 || (isAfterWide && columns === 0)
        }
      }
    }
  }
  if (word.pieces.length > 0) yield take()
}

function isBetween({ spaces, pieces }: Word): boolean {
  return spaces.length > 0 && pieces.length === 1 && pieces[0]?.text === BETWEEN
}
