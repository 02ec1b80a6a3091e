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

/** Half of a character, or what joins it to one that is cut off. */
const LOOSE_END = /[\u200d\ud800-\udbff]$/

/** The beginning of a text, with whole characters: half of an emoji is a mark on a screen, and no text for a terminal. */
export function firstChars(text: string, most: number): string {
  if (text.length <= most) return text
  let cut = text.slice(0, most)
  while (LOOSE_END.test(cut)) cut = cut.slice(0, -1)
  return cut
}
