import { editDistance } from '#core'

/** Maximum number of suggestions for an unknown name (row 45). */
const MAX_NEAR = 3

/** A name in lower case without separators and namespace: `functions.Read-File` -> `readfile`. */
export function plainName(name: string): string {
  return name
    .replace(/^.*[.:/]/s, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** The known names most similar to an unknown one, best first, at most 3. For messages only: a similar tool is never run. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wanted = plainName(name).slice(0, 64)
  const reach = Math.max(2, Math.floor(wanted.length / 2))
  return known
    .map((each) => ({ each, distance: editDistance(wanted, plainName(each)) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || (a.each < b.each ? -1 : 1))
    .slice(0, MAX_NEAR)
    .map(({ each }) => each)
}
