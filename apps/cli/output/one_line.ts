import { firstChars, showControls } from '#core'

const MOST_CHARS = 100

/** A text as one line of at most 100 characters, safe to print. */
export function oneLine(text: string): string {
  return showControls(firstChars(text.replace(/\s+/g, ' '), MOST_CHARS))
}
