/** Words that speak for a category, or against it with a negative weight. */
export interface Hint {
  weight: number
  pattern: RegExp
  /** The pattern is for a text in lower case. */
  isLower: boolean
}

const HAN = /\p{Script=Han}/u
/**
 * Written once a side, and without the flag `i`: V8 compiles such a class for a millisecond, with the flag for three,
 * at the first use and again at the second.
 */
const LETTER = '[\\p{L}\\p{N}_]'

/**
 * A hint for any of these words, separated by spaces; `_` is a space, a final `*` for any ending. Chinese
 * has no word ends, so its words match anywhere.
 */
export function hint(weight: number, words: string): Hint {
  const all = words.trim().toLowerCase().split(/\s+/)
  const free = all.filter((word) => HAN.test(word))
  const bound = all.filter((word) => !HAN.test(word))
  const whole = bound.filter((word) => !word.endsWith('*')).map(toSource)
  const starts = bound
    .filter((word) => word.endsWith('*'))
    .map((word) => toSource(word.slice(0, -1)))
  const any = [...(whole.length > 0 ? [`(?:${whole.join('|')})(?!${LETTER})`] : []), ...starts]
  const sources = [...(any.length > 0 ? [`(?<!${LETTER})(?:${any.join('|')})`] : []), ...free]
  return { weight, pattern: new RegExp(sources.join('|'), 'u'), isLower: true }
}

function toSource(word: string): string {
  return word.replace(/[.?()[\]{}+^$|\\*]/g, '\\$&').replaceAll('_', '\\s+')
}

/** A hint for a pattern that no list of words can say. */
export function shape(weight: number, pattern: RegExp): Hint {
  return { weight, pattern, isLower: false }
}
