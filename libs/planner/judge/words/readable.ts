/** Characters of an end, and of a task, that are judged. The longest honest end of the tables has 2,300. */
export const MOST_CHARS = 16_000
/** Of a longer task, so many of its beginning; the rest of MOST_CHARS is its end. A request is at one of them. */
const HEAD_CHARS = 12_000
const LONGEST_WORD = 400
const LONGEST_GAP = 40

/**
 * A text as the laws read it: bounded, and without runs that a model prints when it loops. Each pattern then takes a
 * bounded time, whatever its form. What a shorter text says stays as it is.
 */
export function readable(text: string): string {
  const cut =
    text.length <= MOST_CHARS
      ? text
      : `${text.slice(0, HEAD_CHARS)}\n${text.slice(HEAD_CHARS - MOST_CHARS)}`
  return cut
    .replace(new RegExp(`(\\s)\\s{${LONGEST_GAP},}`, 'g'), '$1')
    .replace(new RegExp(`(\\S{${LONGEST_WORD}})\\S+`, 'g'), '$1')
}
