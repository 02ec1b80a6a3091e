import { nameFirst } from '#core'

const MOST_NAMES = 3

/** One line about folders that a search could not list. */
export function describeClosed(closed: readonly string[] = []): string[] {
  return closed.length === 0
    ? []
    : [`Not searched: ${nameFirst(closed, MOST_NAMES)} (permission denied).`]
}

/** One line about files with rules that nobody can read to the end: a search without them finds more. */
export function describeOddIgnores(odd: readonly string[] = []): string[] {
  if (odd.length === 0) return []
  const it = odd.length === 1 ? 'its lines were' : 'their lines were'
  return [
    `${nameFirst(odd, MOST_NAMES)}: a pipe, a device or too large, so ${it} not applied: files that git ignores may be in the result.`,
  ]
}
