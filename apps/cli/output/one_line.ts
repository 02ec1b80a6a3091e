import { showControls } from '#core'

/** A text as one line of at most 100 characters, safe to print. */
export function oneLine(text: string): string {
  return showControls(text.replace(/\s+/g, ' ').slice(0, 100))
}
