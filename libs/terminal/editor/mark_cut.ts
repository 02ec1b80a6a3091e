import { stripVTControlCharacters } from 'node:util'

/** A row has at least so many characters of the text of its item, where it has any. */
const LEAST_CHARS = 4

/**
 * Marks a text that the list of completions has cut at its end.
 * @param painted  a row of the list, or the end of one
 * @param details  the whole texts of the list
 */
export function markCut(painted: string, details: readonly string[]): string {
  // The library ends a cut text with a reset of the colours, which it has none of.
  const row = stripVTControlCharacters(painted)
  if (details.some((detail) => row.endsWith(detail))) return row
  const isCut = details.some((detail) => {
    const head = detail.slice(0, LEAST_CHARS)
    for (let at = row.indexOf(head); at !== -1; at = row.indexOf(head, at + 1))
      if (detail.startsWith(row.slice(at))) return true
    return false
  })
  return isCut ? `${[...row].slice(0, -1).join('').trimEnd()}…` : row
}

/**
 * Marks a row of the list that shows only the beginning of the name of its item.
 * @param names  the names of all items
 */
export function markCutName(row: string, names: readonly string[]): string {
  const [, sign = '', shown = ''] = /^(→ | {2})(.*)$/u.exec(stripVTControlCharacters(row)) ?? []
  if (shown.length < LEAST_CHARS || names.some((name) => shown.startsWith(name))) return row
  const isCut = names.some((name) => name.startsWith(shown))
  return isCut ? `${sign}${[...shown].slice(0, -1).join('')}…` : row
}
