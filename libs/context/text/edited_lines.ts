import type { Evidence } from '#core'

/** More text of one result is not compared. */
const MOST_CHARS = 200_000
/** `src/a.ts` alone in its line: the lines below with numbers are of that file. */
const HEADING = /^(?:\.\/)?([\w@.][\w@./-]*\.\w{1,6}):?$/
/** `src/a.ts:12: text`, and `src/a.ts-12-text` as grep shows neighbours. */
const HIT = /^(?:\.\/)?([\w@.][\w@./-]*\.\w{1,6})[:-]\d+[:-]/
const NUMBERED = /^ *\d+[:-]/

/** The files that were edited after a row; null: none. */
export function editedAfter(row: Evidence, rows: readonly Evidence[]): ReadonlySet<string> | null {
  if (row.kind !== 'symbol_lookup' && row.kind !== 'shell_output') return null
  const number = Number(row.id.slice(1))
  const paths = new Set<string>()
  for (const { id, kind, facts } of rows)
    if (kind === 'edit_applied' && Number(id.slice(1)) > number && typeof facts.path === 'string')
      paths.add(facts.path)
  return paths.size === 0 ? null : paths
}

/**
 * The lines of a listing that are about files which were edited after it, by their numbers from 0: their text is another
 * by now. The other lines of the listing stay true.
 */
export function editedLines(listing: string, edited: ReadonlySet<string>): ReadonlySet<number> {
  const gone = new Set<number>()
  let heading: string | null = null
  for (const [at, line] of listing.slice(0, MOST_CHARS).split('\n').entries()) {
    const title = HEADING.exec(line)
    if (title !== null) heading = title[1] ?? null
    else if (!NUMBERED.test(line)) heading = null
    const path = heading ?? HIT.exec(line)?.[1]
    if (path !== undefined && edited.has(path)) gone.add(at)
  }
  return gone
}
