import { showControls, wrapLine } from '#terminal'

/** Lines as a terminal shows them: rows end between words, and what a person may copy stays whole. Elsewhere as they are. */
export function inRows(
  text: string,
  { isTTY, columns = 0 }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>,
): string {
  if (!isTTY || columns === 0) return text
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

/** Prints lines of a command on standard output, or beside it. The text may quote files and servers. */
export function printLines(text: string, stream: NodeJS.WriteStream): void {
  stream.write(`${inRows(showControls(text), stream)}\n`)
}
