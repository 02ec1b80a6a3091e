import { createWordStream, showControls } from '#terminal'
import { columnsOfTerminal } from './in_rows.js'

/** Prints an answer: on a terminal its rows end between words, and code stays as it is; elsewhere all is as it was written. */
export function printAnswer(text: string, stream: NodeJS.WriteStream): void {
  const words = createWordStream({
    write: (part) => stream.write(part),
    paint: (row) => row.map((span) => span.text).join(''),
    columns: () => columnsOfTerminal(stream),
  })
  words.add(showControls(text))
  words.end()
  stream.write('\n')
}
