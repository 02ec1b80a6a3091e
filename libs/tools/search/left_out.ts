import { countNoun, nameFirst } from '#core'
import type { Skipped } from '#workspace'

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

/** One line about the files of aircoder, which no list of a project has. */
export function describeOwn(own: string | null = null): string[] {
  return own === null ? [] : [`Not searched: ${named(own)}.`]
}

function named(own: string): string {
  return `${own} (pass it as path)`
}

/**
 * One line about what a search did not read, and why: "no match" is not "there is none", and three matches are not all.
 * @param none  nothing was found: more names are worth their tokens
 */
export function describeSkipped(skipped: Skipped, none: boolean): string[] {
  const { large, binary, unreadable, closed, denied, ignores, ignored, own } = skipped
  const name = (names: readonly string[], why: string) =>
    names.length === 0 ? [] : [`${nameFirst(names, none ? MOST_NAMES : 1)} (${why})`]
  const parts = [
    ...name([...closed, ...unreadable], 'permission denied'),
    ...name(large, 'too large'),
    ...name(binary, 'binary'),
    ...(denied > 0 ? [countNoun(denied, 'denied file')] : []),
    ...name(ignored, 'ignored by git'),
    ...(none && own !== null ? [named(own)] : []),
    ...(none && ignores && ignored.length === 0 ? ['files that .gitignore excludes'] : []),
  ]
  const use = large.length > 0 ? ' Search large files with run_command and grep -n.' : ''
  return parts.length === 0 ? [] : [`Not searched: ${parts.join('; ')}.${use}`]
}
