import { showControls, wrapText } from '#terminal'

/** Prints a sentence to standard output, at a terminal in rows that end between words. */
export function printSentence(text: string): void {
  const { stdout } = process
  const shown = showControls(text)
  const rows = stdout.isTTY && stdout.columns > 0 ? wrapText(shown, stdout.columns) : [shown]
  stdout.write(`${rows.join('\n')}\n`)
}
