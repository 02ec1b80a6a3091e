const QUERY_CHARS = 80

/** A search as results and the log name it: `grep "total" in src, *.ts`. */
export function nameSearch(
  tool: string,
  pattern: string,
  places: readonly (string | undefined)[],
): string {
  const query = pattern.replace(/\s+/g, ' ')
  const shown = query.length <= QUERY_CHARS ? query : `${query.slice(0, QUERY_CHARS - 1)}…`
  const given = places.filter((place) => place !== undefined && place !== '')
  return `${tool} "${shown}"${given.length > 0 ? ` in ${given.join(', ')}` : ''}`
}
