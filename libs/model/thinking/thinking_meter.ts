/** Estimated characters per token of thinking (row 58). */
const CHARACTERS_PER_TOKEN = 3.5
/** From this code point (CJK, Hangul, symbols) a character is about one token. */
const WIDE = 0x2e80

/** Estimates the tokens of streamed thinking and finds the end of its budget. */
export interface ThinkingMeter {
  /** @returns how many characters of `text` are within the budget */
  take(text: string): number
}

/** @param tokens  the budget; the character that exceeds it is not counted */
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
