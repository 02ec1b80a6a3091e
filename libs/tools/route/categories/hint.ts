/** Words that speak for a category, or against it with a negative weight. */
export interface Hint {
  weight: number
  pattern: RegExp
}

const HAN = /\p{Script=Han}/u

/**
 * A hint for any of these words, separated by spaces; `_` is a space, a final `*` for any ending. Chinese
 * has no word ends, so its words match anywhere.
 */
export function hint(weight: number, words: string): Hint {
  const all = words.trim().split(/\s+/)
  const free = all.filter((word) => HAN.test(word))
  const bound = all.filter((word) => !HAN.test(word)).map(toSource)
  const sources = [
    ...(bound.length > 0 ? [`(?<![\\p{L}\\p{N}_])(?:${bound.join('|')})`] : []),
    ...free,
  ]
  return { weight, pattern: new RegExp(sources.join('|'), 'iu') }
}

function toSource(word: string): string {
  const escaped = word.replace(/[.?()[\]{}+^$|\\]/g, '\\$&').replaceAll('_', '\\s+')
  return escaped.endsWith('*') ? escaped.slice(0, -1) : `${escaped}(?![\\p{L}\\p{N}_])`
}

/** A hint for a pattern that no list of words can say. */
export function shape(weight: number, pattern: RegExp): Hint {
  return { weight, pattern }
}
