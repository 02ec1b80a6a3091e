import { subjectWords } from '../words/subject_words.js'

/** Row 207. */
const NAME_CHARS = 60
/** Shorter parts of a sentence say too little. */
const LEAST_CHARS = 20
/** Where a part of a sentence ends. */
const PART_END = /[,;:.!?)](?=\s)|\s[–—(]|[，；：。！？（]/gu

/**
 * A name for a file, from a title: `Always round up!` -> `always-round-up`. Letters of all scripts stay. A long title is
 * cut where a part of the sentence ends, or after a word that says something.
 * @returns '' for a title without letters and digits
 */
export function slugOf(title: string): string {
  const words = wordsOf(title)
  const whole = words.join('-')
  if (fits(whole)) return whole
  const part = longestPart(title)
  if (part.length >= LEAST_CHARS) return part
  const kept: string[] = []
  for (const word of words) {
    if (!fits([...kept, word].join('-'))) break
    kept.push(word)
  }
  while (kept.length > 1 && isEmpty(kept.at(-1) ?? '')) kept.pop()
  return kept.join('-') || [...(words[0] ?? '')].slice(0, NAME_CHARS / 3).join('')
}

/** The longest beginning that fits and ends where a part of the sentence does; '' where none fits. */
function longestPart(title: string): string {
  let part = ''
  let from = 0
  for (const { index } of title.matchAll(PART_END)) {
    const longer = [part, ...wordsOf(title.slice(from, index))].filter(Boolean).join('-')
    if (!fits(longer)) return part
    part = longer
    from = index
  }
  return part
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function fits(slug: string): boolean {
  return Buffer.byteLength(slug) <= NAME_CHARS
}

/** "and", "the", "of": after them a sentence goes on. */
function isEmpty(word: string): boolean {
  return !/\p{Script=Han}/u.test(word) && subjectWords(word).size === 0
}
