import { type ArrayChange, diffArrays } from 'diff'

/** Lines out and in beyond which two texts are another text: to find the shortest way costs their square. */
const MOST_CHANGED = 1_000

/** What turns one list of lines into another, in order; null: too much has changed to tell. */
export function compareLines(
  from: readonly string[],
  to: readonly string[],
): ArrayChange<string>[] | null {
  return diffArrays([...from], [...to], { maxEditLength: MOST_CHANGED }) ?? null
}
