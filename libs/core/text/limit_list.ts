import { countNoun } from './count_noun.js'

/** The first names of a list, and how many more there are: `a, b, c and 4 more`. */
export function nameFirst(names: readonly string[], limit: number): string {
  const left = names.length - limit
  return names.slice(0, limit).join(', ') + (left > 0 ? ` and ${left} more` : '')
}

/**
 * The first lines of a list. Where lines are left out, one more line says how many: `… 4 more lines`.
 * @param more  text of that line; gets the number of lines that are left out
 */
export function limitLines(
  lines: readonly string[],
  limit: number,
  more = (left: number) => `… ${countNoun(left, 'more line')}`,
): string[] {
  const left = lines.length - limit
  return left > 0 ? [...lines.slice(0, limit), more(left)] : [...lines]
}
