/**
 * Formats rows as a table.
 * @param head  names of the columns; a leading `>` aligns a column to the right
 * @returns     lines with line ends; the first is the head
 */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const names = head.map((name) => name.replace(/^>/, ''))
  const widths = names.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  return [names, ...rows]
    .map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0, isRight(head[at]))))
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('')
}

function isRight(name = ''): boolean {
  return name.startsWith('>')
}

function pad(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width)
}
