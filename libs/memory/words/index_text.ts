/** Scripts without spaces between words: each character becomes a word, and a query looks for them in a row. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const EACH_UNSPACED = new RegExp(UNSPACED, 'gu')
/** Letters from the first border of an ASCII word on: Chinese and English may follow each other without a space. */
const NAMES = /\b[\p{L}\d]+/gu
/** `parseConfig`, `HTTPServer`. */
const CAMEL = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u

/** A text as it goes into the full-text index: the parts of a name in camel case are words of their own beside it. */
export function indexText(text: string): string {
  const parts = [...text.matchAll(NAMES)].flatMap(([name]) =>
    CAMEL.test(name) ? [splitCamel(name)] : [],
  )
  const spaced = UNSPACED.test(text) ? text.replace(EACH_UNSPACED, ' $& ') : text
  return parts.length === 0 ? spaced : `${spaced} ${parts.join(' ')}`
}

function splitCamel(name: string): string {
  return name.replace(/(\p{Ll}|\d)(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3 $2$4')
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Words for the time of an event, so that a question that names a month finds it. */
export function timeWords(atMs: number): string {
  const date = new Date(atMs)
  if (Number.isNaN(date.getTime())) return ''
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
