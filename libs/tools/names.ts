/** Most suggestions for a name that is unknown (features.md row 45). */
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

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
