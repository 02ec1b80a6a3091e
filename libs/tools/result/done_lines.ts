import { cutResult } from './cut_result.js'

/** So many lines that name edited files make a text a list that is worked through. */
const LEAST_LINES = 2
/** Before and after these the name of another file goes on. */
const BEFORE = /[\w@./-]/
const AFTER = /[\w@/-]/

/**
 * The lines of a list whose files are edited by now.
 * @param edited  relative paths, as rows have them
 * @returns indexes from 0, empty when the lines are no list that is worked through
 */
export function doneLines(lines: readonly string[], edited: readonly string[]): Set<number> {
  if (edited.length < LEAST_LINES) return new Set()
  const done = new Set<number>()
  for (const [at, line] of lines.entries())
    if (edited.some((path) => names(line, path))) done.add(at)
  return done.size < LEAST_LINES ? new Set() : done
}

/**
 * The matches in one file, cut to a cap. Where not all fit, those that name edited files are the first that are left
 * out: the middle of a list may be what is not done yet.
 * @param fixed  lines at the beginning that stay
 * @param more   how to get the lines that are left out, one sentence
 */
export function cutList(
  text: string,
  {
    tokens,
    edited,
    fixed,
    more,
  }: { tokens: number; edited: readonly string[]; fixed: number; more: string },
): string {
  const cut = cutResult(text, tokens, { more })
  if (cut === text) return text
  const lines = text.split('\n')
  const list = lines.slice(fixed)
  const done = doneLines(list, edited)
  if (done.size === 0) return cut
  const note = `… ${done.size} lines left out: this task has edited the files that they name. ${more}`
  const open = list.filter((_, at) => !done.has(at))
  return cutResult([...lines.slice(0, fixed), note, ...open].join('\n'), tokens, { more })
}

function names(line: string, path: string): boolean {
  for (let at = line.indexOf(path); at !== -1; at = line.indexOf(path, at + 1)) {
    const before =
      line
        .slice(0, at)
        .replace(/(^|[^\w@./-])\.\/$/, '$1')
        .at(-1) ?? ' '
    const after = line[at + path.length] ?? ' '
    if (!BEFORE.test(before) && !AFTER.test(after)) return true
  }
  return false
}
