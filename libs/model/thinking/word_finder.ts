/** Finds words in a text that arrives in pieces. */
export interface WordFinder {
  /** Index of the next possible word; the end of the text without one. */
  next(text: string, from: number): number
  /** The longest word at an index. */
  at(text: string, place: number): string | undefined
  /** True when more text could complete a word, or a longer one, at the end. */
  mayGrow(text: string, place: number): boolean
}

/** @param all  the words; of two that begin alike the longer one is found */
export function createWordFinder(all: readonly string[]): WordFinder {
  const words = [...new Set(all)].sort((a, b) => b.length - a.length)
  const byFirst = new Map<string, string[]>()
  for (const word of words) {
    const first = word.charAt(0)
    byFirst.set(first, [...(byFirst.get(first) ?? []), word])
  }
  const starts = new RegExp(`[${[...byFirst.keys()].map(escapeClass).join('')}]`, 'g')
  const beginningWith = (text: string, place: number) => byFirst.get(text.charAt(place)) ?? []
  return {
    next(text, from) {
      starts.lastIndex = from
      return starts.exec(text)?.index ?? text.length
    },
    at: (text, place) => beginningWith(text, place).find((word) => text.startsWith(word, place)),
    mayGrow(text, place) {
      const rest = text.slice(place)
      return beginningWith(text, place).some(
        (word) => word.length > rest.length && word.startsWith(rest),
      )
    },
  }
}

function escapeClass(char: string): string {
  return /\w/.test(char) ? char : `\\${char}`
}
