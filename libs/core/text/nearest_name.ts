/** A longer name may have two errors, a shorter one only one: two errors make `trust` of `test`. */
const LONG_NAME = 6

/**
 * The known name that a mistyped word most likely means; null: none is close. Two neighbouring letters in
 * the wrong order count as one error.
 * @param most  the largest number of errors; by default two in a name of six letters or more, else one
 */
export function nearestName(word: string, known: readonly string[], most?: number): string | null {
  const wanted = word.toLowerCase()
  const close = known
    .map((name) => ({ name, errors: errorsIn(wanted, name.toLowerCase()) }))
    .filter(({ name, errors }) => errors <= (most ?? (name.length >= LONG_NAME ? 2 : 1)))
    .sort((a, b) => a.errors - b.errors)
  return close[0]?.name ?? null
}

function errorsIn(a: string, b: string): number {
  const swapped = [...a].some((_, at) => swapAt(a, at) === b)
  return swapped && a !== b ? 1 : editDistance(a, b)
}

function swapAt(word: string, at: number): string {
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}

/** Levenshtein distance of two words. Time and memory suit names, not long texts. */
export function editDistance(a: string, b: string): number {
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
