import type { Store } from '../store/store.js'
import type { QueryTerm } from '../words/query_terms.js'

/** The words of a query, split by how much work they are. */
export interface TermChoice {
  /** These are searched for: together they match few rows. Empty when every word is frequent. */
  searched: CountedTerm[]
  /** These are in too many rows. They are only counted in what was found. */
  counted: CountedTerm[]
  /** Rows in all. */
  total: number
}

export interface CountedTerm extends QueryTerm {
  /** How many rows have it, up to a bound. */
  rows: number
}

/** Rows that a query may visit: each costs about two microseconds (docs/memory.md#speed). */
const MOST_VISITED = 500

/**
 * Chooses the words that are searched for, rarest first, so that a search takes as long in a large memory as in a small
 * one. Counts are kept until the memory has grown by a tenth.
 */
export function createTermChoice(
  store: Store,
  table: 'events' | 'entities',
): (terms: readonly QueryTerm[]) => TermChoice {
  const known = new Map<string, number>()
  let knownAt = 0
  const count = (match: string): number => {
    const found = known.get(match)
    if (found !== undefined) return found
    const rows =
      store
        .sql<[string], number>(
          `SELECT count(*) FROM (SELECT 1 FROM ${table}_text WHERE ${table}_text MATCH ? LIMIT ${MOST_VISITED + 1})`,
        )
        .pluck()
        .get(match) ?? 0
    known.set(match, rows)
    return rows
  }
  return (terms) => {
    const total =
      store.sql<[], number>(`SELECT coalesce(max(n), 0) FROM ${table}`).pluck().get() ?? 0
    if (total === 0) return { searched: [], counted: [], total }
    if (total > knownAt * 1.1) {
      known.clear()
      knownAt = total
    }
    const counts = terms
      .map((term) => ({ ...term, rows: count(term.match) }))
      .filter(({ rows }) => rows > 0)
      .sort((a, b) => a.rows - b.rows)
    const searched: CountedTerm[] = []
    let visited = 0
    for (const term of counts) {
      visited += term.rows
      if (visited > MOST_VISITED) break
      searched.push(term)
    }
    return { searched, counted: counts.slice(searched.length), total }
  }
}
