import { plainLetters } from '../conditions/kinds.js'

/** Where a word begins, in plain letters. */
const WORD_START = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu
const LETTER = /[\p{L}\p{N}]/u
/** So many characters choose the words that are compared. */
const KEY_CHARS = 2
/** `Haltbarkeitsdatum` is a `Datum`: a compound is so long, and its last part has so many characters. */
const COMPOUND_CHARS = 9
const LEAST_END = 5
const MOST_END = 12

/** Rows that share a text. */
type Rows = readonly number[]

interface Entry {
  word: string
  isWhole: boolean
  rows: readonly Rows[]
}

/** Finds which lists of words a text has a word of, in time that grows with the text and not with the lists. */
export interface WordIndex {
  rowsOf(text: string): Set<number>
  /** Whether a text has a word of any list. */
  knows(text: string): boolean
}

/**
 * @param lists  texts of each row: beginnings of words, `_` is a space, a dot at the end ends the word
 * @param han    texts of each row with Chinese words, which may be anywhere
 */
export function wordIndex(
  lists: readonly (readonly string[])[],
  han: readonly (readonly string[])[],
): WordIndex {
  const begins = new Map<string, Entry[]>()
  const ends = new Map<string, readonly Rows[]>()
  for (const [one, rows] of rowsOfWords(lists, plainLetters)) {
    const isWhole = one.endsWith('.')
    const begun = isWhole ? one.slice(0, -1) : one
    const word = begun.includes('_') ? begun.replaceAll('_', ' ') : begun
    push(begins, word.slice(0, KEY_CHARS), { word, isWhole, rows })
    if (!isWhole && word.length >= LEAST_END) ends.set(word, rows)
  }
  const chinese = [...rowsOfWords(han, (text) => text.toLowerCase())]
  const rowsOf = (text: string): Set<number> => {
    const plain = plainLetters(text)
    const found = new Set<number>()
    for (const { index } of plain.matchAll(WORD_START)) {
      // A list may have a word of one letter.
      for (const key of [plain.slice(index, index + KEY_CHARS), plain.slice(index, index + 1)])
        for (const { word, isWhole, rows } of begins.get(key) ?? [])
          if (plain.startsWith(word, index) && (!isWhole || endsAt(plain, index + word.length)))
            addAll(found, rows)
      addAll(found, rowsAtEnd(wordAt(plain, index), ends))
    }
    const small = text.toLowerCase()
    for (const [word, rows] of chinese) if (small.includes(word)) addAll(found, rows)
    return found
  }
  return { rowsOf, knows: (text) => rowsOf(text).size > 0 }
}

/** The rows of each word. A text that many rows share is read once. */
function rowsOfWords(
  lists: readonly (readonly string[])[],
  plain: (text: string) => string,
): Map<string, Rows[]> {
  const rowsOfText = new Map<string, number[]>()
  for (const [row, texts] of lists.entries()) for (const text of texts) push(rowsOfText, text, row)
  const found = new Map<string, Rows[]>()
  for (const [text, rows] of rowsOfText)
    for (const word of plain(text).replaceAll('\n', ' ').split(' '))
      if (word !== '') push(found, word, rows)
  return found
}

function addAll(found: Set<number>, groups: readonly Rows[]): void {
  for (const rows of groups) for (const row of rows) found.add(row)
}

function rowsAtEnd(word: string, ends: ReadonlyMap<string, readonly Rows[]>): Rows[] {
  if (word.length < COMPOUND_CHARS) return []
  const found: Rows[] = []
  for (let size = LEAST_END; size <= MOST_END && size < word.length; size += 1)
    found.push(...(ends.get(word.slice(-size)) ?? []))
  return found
}

/** The word that begins there; a longer one is no word. */
function wordAt(text: string, start: number): string {
  let end = start
  while (end < text.length && end - start < 60 && LETTER.test(text[end] ?? '')) end += 1
  return text.slice(start, end)
}

function endsAt(text: string, at: number): boolean {
  return at >= text.length || !LETTER.test(text[at] ?? '')
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, [value])
  else found.push(value)
}
