/** A line without repeated white space inside of it. */
export function collapseSpaces(line: string): string {
  return line.replace(/\s+/g, ' ').trim()
}
