/** Characters of a token of thinking where nobody counts them (row 58). */
const CHARACTERS_PER_TOKEN = 3.5
/** From here on (CJK, Hangul, symbols) a character is about a token of its own. */
const WIDE = 0x2e80

/** Estimates thinking as it streams, and says where its budget is spent. */
export interface ThinkingMeter {
  /** @returns how many characters of `text` the budget still holds: all of them, until it is spent */
  take(text: string): number
}

/** @param tokens  the budget; the character that would exceed it is not taken */
export function createThinkingMeter(tokens: number): ThinkingMeter {
  let left = tokens * CHARACTERS_PER_TOKEN
  return {
    take(text) {
      for (let at = 0; at < text.length; at += 1) {
        left -= text.charCodeAt(at) < WIDE ? 1 : CHARACTERS_PER_TOKEN
        if (left < 0) return at
      }
      return text.length
    },
  }
}
