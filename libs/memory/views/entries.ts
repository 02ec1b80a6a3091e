import { entryBudget, rankEntry } from '../rank/entry_rank.js'
import type { Store } from '../store/store.js'
import type { Entry, EntryDraft, EntryLife, EntryType, SavedEntry } from '../types/entry.js'
import type { EntriesView } from '../types/views.js'
import { indexText } from '../words/index_text.js'
import { type QueryTerm, queryTerms } from '../words/query_terms.js'

interface EntryRow {
  n: number
  type: EntryType
  title: string
  text: string
  source: string | null
  life: EntryLife
  created_ms: number
  expires_ms: number | null
  uses: number
  used_ms: number | null
  superseded_by: number | null
}

const DAY_MS = 86_400_000
/** Days that an entry lives (row 217). */
const LIFE_DAYS: Record<EntryLife, number | null> = { evidence: 7, context: 30, high: null }
const FOUND = 20
/** Entries that are ranked; FTS5 chooses them. */
const MOST_RANKED = 200
const COUNTS = 'superseded_by IS NULL AND (expires_ms IS NULL OR expires_ms > ?)'
const PREFIX = 'note'

export function createEntries(store: Store, now: () => number): EntriesView {
  return {
    save: (draft) => store.write(() => save(store, draft, now())),
    find(query, { task, limit = FOUND } = {}) {
      const { types } = entryBudget(task)
      const terms = queryTerms(query)
      return candidates(store, terms, now())
        .filter((row) => types.includes(row.type))
        .map((row) => ({ ...toEntry(row), rank: rankOf(row, terms, now()) }))
        .sort((a, b) => b.rank - a.rank || b.createdMs - a.createdMs || a.id.localeCompare(b.id))
        .slice(0, limit)
    },
    list({ type, all = false } = {}) {
      const rows = all
        ? store.sql<[], EntryRow>('SELECT * FROM entries ORDER BY n DESC').all()
        : store
            .sql<[number], EntryRow>(`SELECT * FROM entries WHERE ${COUNTS} ORDER BY n DESC`)
            .all(now())
      return rows.filter((row) => type === undefined || row.type === type).map(toEntry)
    },
    delete: (id) =>
      store.write(() => {
        const n = numberOf(id)
        store.sql('DELETE FROM entries_text WHERE rowid = ?').run(n)
        store.sql('UPDATE entries SET superseded_by = NULL WHERE superseded_by = ?').run(n)
        return store.sql('DELETE FROM entries WHERE n = ?').run(n).changes > 0
      }),
    touch: (ids) =>
      store.write(() => {
        for (const id of ids)
          store
            .sql('UPDATE entries SET uses = uses + 1, used_ms = ? WHERE n = ?')
            .run(now(), numberOf(id))
      }),
  }
}

function save(store: Store, draft: EntryDraft, now: number): SavedEntry {
  const title = draft.title.trim()
  const text = draft.text.trim()
  const same = store
    .sql<[string, string, number], EntryRow>(
      `SELECT * FROM entries WHERE type = ? AND text = ? AND ${COUNTS}`,
    )
    .get(draft.type, text, now)
  if (same !== undefined) return { state: 'duplicate', entry: toEntry(same), replaced: null }
  const older = store
    .sql<[string], EntryRow>(
      'SELECT * FROM entries WHERE title = ? AND superseded_by IS NULL ORDER BY n DESC',
    )
    .get(title)
  const life = draft.life ?? (draft.type === 'context' ? 'context' : 'high')
  const days = LIFE_DAYS[life]
  const n = Number(
    store
      .sql(
        `INSERT INTO entries (type, title, text, source, life, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        draft.type,
        title,
        text,
        draft.source ?? null,
        life,
        now,
        days === null ? null : now + days * DAY_MS,
      ).lastInsertRowid,
  )
  store
    .sql('INSERT INTO entries_text (rowid, title, text) VALUES (?, ?, ?)')
    .run(n, indexText(title), indexText(text))
  if (older !== undefined)
    store.sql('UPDATE entries SET superseded_by = ? WHERE n = ?').run(n, older.n)
  const entry = toEntry(rowOf(store, n))
  if (older === undefined) return { state: 'saved', entry, replaced: null }
  return { state: 'superseded', entry, replaced: toEntry(rowOf(store, older.n)) }
}

/** Entries with one of the words. Where FTS5 finds none, those with a part of a word. */
function candidates(store: Store, terms: readonly QueryTerm[], now: number): EntryRow[] {
  // Most memories have no entries, and the search for parts of words reads all of them for each word.
  if (terms.length === 0 || isEmpty(store)) return []
  const matched = store
    .sql<[string, number, number], EntryRow>(
      `SELECT entries.* FROM entries_text JOIN entries ON entries.n = entries_text.rowid
        WHERE entries_text MATCH ? AND ${COUNTS} ORDER BY entries_text.rank LIMIT ?`,
    )
    .all(terms.map(({ match }) => match).join(' OR '), now, MOST_RANKED)
  if (matched.length > 0) return matched
  const like = store.sql<[number, string, string, number], EntryRow>(
    `SELECT * FROM entries WHERE ${COUNTS} AND (title LIKE ? OR text LIKE ?) ORDER BY n DESC LIMIT ?`,
  )
  const found = new Map<number, EntryRow>()
  for (const word of terms.flatMap(({ forms }) => forms))
    for (const row of like.all(now, `%${word}%`, `%${word}%`, MOST_RANKED)) found.set(row.n, row)
  return [...found.values()]
}

function isEmpty(store: Store): boolean {
  return store.sql<[], number>('SELECT 1 FROM entries LIMIT 1').pluck().get() === undefined
}

function rankOf(row: EntryRow, terms: readonly QueryTerm[], now: number): number {
  const text = `${row.title} ${row.text}`.toLowerCase()
  const has = (stem: string) => text.includes(stem.replaceAll(' ', ''))
  const matched = terms.filter(({ stems }) => stems.some(has)).length
  return rankEntry({
    matches: terms.length === 0 ? 0 : matched / terms.length,
    days: (now - row.created_ms) / DAY_MS,
    uses: row.uses,
  })
}

function rowOf(store: Store, n: number): EntryRow {
  const row = store.sql<[number], EntryRow>('SELECT * FROM entries WHERE n = ?').get(n)
  if (row === undefined) throw new Error(`entry ${n} is missing`)
  return row
}

function numberOf(id: string): number {
  return id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : -1
}

function toEntry(row: EntryRow): Entry {
  return {
    id: `${PREFIX}${row.n}`,
    type: row.type,
    title: row.title,
    text: row.text,
    source: row.source,
    life: row.life,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    uses: row.uses,
    lastUsedMs: row.used_ms,
    supersededBy: row.superseded_by === null ? null : `${PREFIX}${row.superseded_by}`,
  }
}
