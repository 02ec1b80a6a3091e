import { editDistance } from '#core'

/** Most suggestions for a name that is unknown (row 45). */
const MAX_NEAR = 3

/** A name without case, separators and a namespace in front: `functions.Read-File` is `readfile`. */
export function plainName(name: string): string {
  return name
    .replace(/^.*[.:/]/s, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** The known names nearest to a wrong one, best first, at most 3; only for messages, never to run one. */
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
