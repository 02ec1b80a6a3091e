import { type ArrayChange, diffArrays } from 'diff'

/** Limit of removed and added lines: the time to find the shortest difference grows with their square. */
const MAX_CHANGED = 1_000

/** The difference between two lists of lines, in order; null above the limit. */
export function compareLines(
  from: readonly string[],
  to: readonly string[],
): ArrayChange<string>[] | null {
  return diffArrays([...from], [...to], { maxEditLength: MAX_CHANGED }) ?? null
}
