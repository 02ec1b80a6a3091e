const HEAD = 220
const TAIL = 60

/** The start and the end of a text, at most about 300 characters, for a problem's `excerpt`. */
export function excerptOf(text: string): string {
  if (text.length <= HEAD + TAIL) return text
  return `${text.slice(0, HEAD)} … ${text.slice(-TAIL)}`
}

/** A server's message as one line: no control characters, at most 400 characters. */
export function plainLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 400)
}
