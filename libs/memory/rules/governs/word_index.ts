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

interface Entry {
  word: string
  isWhole: boolean
  row: number
}

/** Finds which lists of words a text has a word of, in time that grows with the text and not with the lists. */
export interface WordIndex {
  rowsOf(text: string): Set<number>
}

/**
 * @param lists  words of each row: beginnings of words, `_` is a space, a dot at the end ends the word
 * @param han    Chinese words of each row, which may be anywhere
 */
export function wordIndex(lists: readonly string[], han: readonly string[]): WordIndex {
  const begins = new Map<string, Entry[]>()
  const ends = new Map<string, number[]>()
  for (const [row, list] of lists.entries())
    for (const one of plainLetters(list).split(' ').filter(Boolean)) {
      const isWhole = one.endsWith('.')
      const word = (isWhole ? one.slice(0, -1) : one).replaceAll('_', ' ')
      push(begins, word.slice(0, KEY_CHARS), { word, isWhole, row })
      if (!isWhole && word.length >= LEAST_END) push(ends, word, row)
    }
  const chinese = han.flatMap((list, row) =>
    list
      .split(' ')
      .filter(Boolean)
      .map((word) => ({ word: word.toLowerCase(), row })),
  )
  const rowsOf = (text: string): Set<number> => {
    const plain = plainLetters(text)
    const found = new Set<number>()
    for (const { index } of plain.matchAll(WORD_START)) {
      // A list may have a word of one letter.
      for (const key of [plain.slice(index, index + KEY_CHARS), plain.slice(index, index + 1)])
        for (const { word, isWhole, row } of begins.get(key) ?? [])
          if (plain.startsWith(word, index) && (!isWhole || endsAt(plain, index + word.length)))
            found.add(row)
      for (const row of rowsAtEnd(wordAt(plain, index), ends)) found.add(row)
    }
    const small = text.toLowerCase()
    for (const { word, row } of chinese) if (small.includes(word)) found.add(row)
    return found
  }
  return { rowsOf }
}

function rowsAtEnd(word: string, ends: ReadonlyMap<string, number[]>): number[] {
  if (word.length < COMPOUND_CHARS) return []
  const found: number[] = []
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
