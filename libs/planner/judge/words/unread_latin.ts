import { readings } from './in_english.js'
import { PLAIN_ENGLISH } from './plain_english.js'

/** A word of a sentence; names with signs or an inner capital are none. */
const WORD = /(?<![\p{L}\p{N}_$./@-])\p{Lu}?[\p{Ll}\p{M}'’]+(?![\p{L}\p{N}_$(/@-]|\.\p{L})/gu
/** Shorter sentences are heads of lists, names and numbers in every language. */
const LEAST_WORDS = 4
/** So many of the words of an English sentence are common ones. */
const ENGLISH_SHARE = 0.25
/** The same after a translation that knows only some of its words. */
const GLOSSED_SHARE = 0.34
/** So many words of a sentence are known where it is about names that were read. */
const KNOWN_SHARE = 0.5

/**
 * Whether more than half of the sentences of a text are in Latin letters of a language that is neither English nor one of the
 * glossary. One line of few common words is English where the rest is.
 * @param plain  the text without code and quotes
 * @param known  text that the task shows: its words are known in every language
 */
export function hasUnreadLatin(plain: string, known: string): boolean {
  const sentences = plain
    // Arguments of a call are no words.
    .replace(/(?<=\w)\([^()\n]{0,60}\)/g, '()')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((text) => ({ text, words: wordsOf(text) }))
    .filter(({ words }) => words.length >= LEAST_WORDS)
  const unread = sentences.filter((one) => isUnread(one, known))
  return unread.length * 2 > sentences.length
}

function isUnread({ text, words }: { text: string; words: string[] }, known: string): boolean {
  if (share(words, isPlain) >= ENGLISH_SHARE) return false
  const isKnown = (word: string) =>
    isPlain(word) || (word.length > 3 && known.includes(word.slice(0, 5)))
  if (share(words, isKnown) >= KNOWN_SHARE) return false
  // Last: each reading replaces a hundred patterns and more.
  for (const one of readings(text)) if (share(wordsOf(one), isPlain) >= GLOSSED_SHARE) return false
  return true
}

function wordsOf(sentence: string): string[] {
  return (sentence.match(WORD) ?? []).map((word) => word.toLowerCase())
}

function isPlain(word: string): boolean {
  return PLAIN_ENGLISH.has(word)
}

function share(words: readonly string[], has: (word: string) => boolean): number {
  return words.length === 0 ? 1 : words.filter(has).length / words.length
}
