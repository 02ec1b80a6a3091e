import { editDistance } from './edit_distance.js'

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
