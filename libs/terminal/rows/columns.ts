import { eastAsianWidth } from 'get-east-asian-width'
import { graphemesIn } from './grapheme_windows.js'

const ESC = '\x1b'
/** Style sequences take no column. */
const STYLE = new RegExp(`${ESC}\\[[\\d;]*m`, 'g')

/**
 * Most texts: each character takes one column and joins no other. Latin letters, punctuation such as `·` and `…`,
 * arrows, frames. \xad is drawn as nothing; two squares after \u25fc are emoji.
 */
const PLAIN =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]*$/
/** Marks that are drawn over the character before them, and what is not drawn. */
const NOTHING = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Control}\p{Surrogate}]+$/u
/** Drawn as a picture of two columns: by default, by its selector, or as a flag. */
const PICTURE = /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}{2})/u

let made: Intl.Segmenter | undefined

/** Its data takes a tenth of node's own start to load, so it is made with the first text that needs it. */
function segmenter(): Intl.Segmenter {
  made ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return made
}

/** What a person sees as characters: `e` with an accent, an emoji of several code points, a Korean syllable. */
export function graphemes(text: string): string[] {
  if (PLAIN.test(text)) return text.split('')
  return Array.from(graphemesIn(text, segmenter()), ({ segment }) => segment)
}

/** Columns of one grapheme: 0, 1 or 2. */
export function graphemeColumns(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0
  if (code >= 0x20 && code < 0x7f && grapheme.length === 1) return 1
  if (NOTHING.test(grapheme)) return 0
  return PICTURE.test(grapheme) ? 2 : eastAsianWidth(code)
}

/** Columns that a text without escape sequences takes. Line ends and tabs have none: replace them before. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let columns = 0
  for (const { segment } of graphemesIn(text, segmenter())) columns += graphemeColumns(segment)
  return columns
}

/** Columns of a text with colours; null: it has more than plain characters and styles. */
export function plainColumns(text: string): number | null {
  const plain = text.includes(ESC) ? text.replace(STYLE, '') : text
  return PLAIN.test(plain) ? plain.length : null
}

/** The text with spaces behind it, up to so many columns. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

/** The longest beginning of at most so many columns, and the rest. No grapheme is split. */
export function splitAt(text: string, columns: number): [string, string] {
  if (PLAIN.test(text)) return [text.slice(0, columns), text.slice(columns)]
  let used = 0
  for (const { segment, index } of graphemesIn(text, segmenter())) {
    used += graphemeColumns(segment)
    if (used > columns) return [text.slice(0, index), text.slice(index)]
  }
  return [text, '']
}
