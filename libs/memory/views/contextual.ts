import { type Hit, scoreInWindow, WINDOW } from '../rank/window.js'
import type { Store } from '../store/store.js'
import type {} from '../types/views.js'
import { queryTerms } from '../words/query_terms.js'
import { type CountedTerm, createTermChoice, type TermChoice } from './choose_terms.js'
import { type EventRow, SELECT_EVENTS } from './rows.js'

/** An event row with how well it matches. */
export interface FoundRow {
  row: EventRow
  /** 0-1. */
  similarity: number
}

/** Matches that are looked at closely. */
const MOST_HITS = 60
/** The best of them bring their neighbours. */
const WITH_NEIGHBOURS = 20
/** BM25 as FTS5 has it, for the words that are only counted. */
const K1 = 1.2
const LETTER = /[\p{L}\p{N}_]/u

/** Finds events by their words: BM25 with Porter's stems, neighbours and sessions (docs/memory.md#search). */
export function createLexicalSearch(store: Store): (query: string, limit: number) => FoundRow[] {
  const choose = createTermChoice(store, 'events')
  return (query, limit) => {
    const terms = choose(queryTerms(query))
    if (terms.searched.length + terms.counted.length === 0) return []
    const hits = withNeighbours(store, matches(store, terms))
    const ranked = scoreInWindow(hits).slice(0, limit)
    const best = ranked[0]?.score ?? 1
    return ranked.flatMap(({ n, score }) => {
      const row = eventRow(store, n)
      return row === undefined ? [] : [{ row, similarity: score / best }]
    })
  }
}

export function eventRow(store: Store, n: number): EventRow | undefined {
  return store.sql<[number], EventRow>(`${SELECT_EVENTS} WHERE e.n = ?`).get(n)
}

interface Match extends Hit {
  words: string
}

function matches(store: Store, { searched, counted, total }: TermChoice): Hit[] {
  const rows = searched.length > 0 ? rareMatches(store, searched) : newestMatches(store, counted)
  const weigh = createCounter(counted, total)
  return rows
    .map(({ words, ...hit }) => ({ ...hit, score: hit.score + weigh(words) }))
    .sort((a, b) => b.score - a.score || a.n - b.n)
}

function rareMatches(store: Store, terms: readonly CountedTerm[]): Match[] {
  return store
    .sql<[string, number], Match>(
      `SELECT found.n, e.session, e.place, substr(e.words, 1, 600) AS words, found.score FROM (
        SELECT rowid AS n, -bm25(events_text, 1.0, 0.7) AS score FROM events_text WHERE events_text MATCH ?
        ORDER BY score DESC, rowid LIMIT ?
      ) AS found JOIN events e ON e.n = found.n ORDER BY found.score DESC, found.n`,
    )
    .all(terms.map(({ match }) => match).join(' OR '), MOST_HITS)
}

/** Every word is in thousands of events: the newest that have the two rarest, then the newest that have one. */
function newestMatches(store: Store, terms: readonly CountedTerm[]): Match[] {
  const [first, second] = terms.map(({ match }) => match)
  if (first === undefined) return []
  const found = new Map<number, Match>()
  const newest = store.sql<[string, number], Match>(
    `SELECT found.n, e.session, e.place, substr(e.words, 1, 600) AS words, 0 AS score FROM (
      SELECT rowid AS n FROM events_text WHERE events_text MATCH ? ORDER BY rowid DESC LIMIT ?
    ) AS found JOIN events e ON e.n = found.n`,
  )
  for (const query of second === undefined ? [first] : [`${first} AND ${second}`, first])
    for (const row of newest.all(query, MOST_HITS)) found.set(row.n, row)
  return [...found.values()]
}

/** Adds what the frequent words say, from the text of a row: their weight is small, their rows are many. */
function createCounter(terms: readonly CountedTerm[], total: number): (words: string) => number {
  const weighted = terms.map(({ stems, rows }) => ({
    stems: stems.map((stem) => stem.toLowerCase()),
    weight: Math.max(0, Math.log((total - rows + 0.5) / (rows + 0.5))),
  }))
  return (words) => {
    if (weighted.length === 0) return 0
    const plain = words.toLowerCase()
    let sum = 0
    for (const { stems, weight } of weighted) {
      const times = stems.reduce((all, stem) => all + timesIn(plain, stem), 0)
      sum += (weight * times * (K1 + 1)) / (times + K1)
    }
    return sum
  }
}

/** How many words of a text begin with a stem. A pattern for each word takes longer than the search. */
function timesIn(text: string, stem: string): number {
  let times = 0
  for (let at = text.indexOf(stem); at !== -1; at = text.indexOf(stem, at + stem.length))
    if (at === 0 || !LETTER.test(text[at - 1] ?? '')) times += 1
  return times
}

function withNeighbours(store: Store, hits: readonly Hit[]): Hit[] {
  const all = new Map(hits.map((hit) => [hit.n, hit]))
  const around = store.sql<[number, number, number], Omit<Hit, 'score'>>(
    'SELECT n, session, place FROM events WHERE session = ? AND place BETWEEN ? AND ?',
  )
  for (const { session, place } of hits.slice(0, WITH_NEIGHBOURS)) {
    for (const row of around.all(session, place - WINDOW, place + WINDOW))
      if (!all.has(row.n)) all.set(row.n, { ...row, score: 0 })
  }
  return [...all.values()]
}
