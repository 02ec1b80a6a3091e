import { showControls, wrapLine } from '#terminal'

/** Lines as a terminal shows them: rows end between words, and what a person may copy stays whole. Elsewhere as they are. */
export function inRows(
  text: string,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>,
  hang = 0,
): string {
  const columns = columnsOfTerminal(stream)
  if (columns === 0) return text
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns, hang))
    .join('\n')
}

/** Columns of a terminal; 0: the stream is none, or does not say. */
export function columnsOfTerminal({
  isTTY,
  columns = 0,
}: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number {
  return isTTY ? columns : 0
}

/** Prints lines of a command on standard output, or beside it. The text may quote files and servers. */
export function printLines(text: string, stream: NodeJS.WriteStream): void {
  stream.write(`${inRows(showControls(text), stream)}\n`)
}

/** Spaces in front of the further rows of an entry, so that the next one is seen to begin. */
const HANG = 2

/** Prints a list: one line an entry. */
export function printEntries(lines: readonly string[], stream: NodeJS.WriteStream): void {
  for (const line of lines) stream.write(`${inRows(showControls(line), stream, HANG)}\n`)
}
