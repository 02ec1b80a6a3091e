import { salienceOf } from '../rank/score.js'
import type { Store } from '../store/store.js'
import type { Entity, EntityDraft } from '../types/entity.js'
import type { FoundEntity, SemanticView } from '../types/views.js'
import { indexText } from '../words/index_text.js'
import { queryTerms } from '../words/query_terms.js'
import { createTermChoice, type TermChoice } from './choose_terms.js'

interface EntityRow {
  n: number
  type: string
  name: string
  aliases: string
  properties: string
  description: string | null
  first_ms: number
  last_ms: number
  mentions: number
  salience: number
}

const FOUND = 20
const MOST_ALIASES = 20
const PREFIX = 'ent'

export function createSemantic(store: Store): SemanticView {
  const choose = createTermChoice(store, 'entities')
  return {
    get(type, name) {
      const row = rowOf(store, type, name)
      return row === undefined ? null : toEntity(row)
    },
    find: (query, limit = FOUND) => findEntities(store, choose(queryTerms(query)), limit),
    salient: (limit = FOUND) =>
      store
        .sql<[number], EntityRow>('SELECT * FROM entities ORDER BY salience DESC, n LIMIT ?')
        .all(limit)
        .map(toEntity),
    count: () => store.sql<[], number>('SELECT count(*) FROM entities').pluck().get() ?? 0,
  }
}

/** Stores an entity, or adds a mention to the one that has its type and name. Call it inside a transaction. */
export function upsertEntity(store: Store, draft: EntityDraft, atMs: number): number {
  const known = rowOf(store, draft.type, draft.name)
  const aliases = merge(known === undefined ? [] : parse(known.aliases), draft.aliases ?? [])
  const properties = {
    ...(known === undefined ? {} : (JSON.parse(known.properties) as Record<string, unknown>)),
    ...draft.properties,
  }
  const description = draft.description ?? known?.description ?? null
  const mentions = (known?.mentions ?? 0) + 1
  const values = [JSON.stringify(aliases), JSON.stringify(properties), description]
  if (known === undefined) {
    const { lastInsertRowid } = store
      .sql(
        `INSERT INTO entities (aliases, properties, description, type, name, first_ms, last_ms, mentions, salience)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(...values, draft.type, draft.name, atMs, atMs, mentions, salienceOf(mentions))
    indexEntity(store, Number(lastInsertRowid), { name: draft.name, aliases, description })
    return Number(lastInsertRowid)
  }
  store
    .sql(
      `UPDATE entities SET aliases = ?, properties = ?, description = ?, first_ms = min(first_ms, ?),
        last_ms = max(last_ms, ?), mentions = ?, salience = ? WHERE n = ?`,
    )
    .run(...values, atMs, atMs, mentions, salienceOf(mentions), known.n)
  if (values[0] !== known.aliases || description !== known.description) {
    store.sql('DELETE FROM entities_text WHERE rowid = ?').run(known.n)
    indexEntity(store, known.n, { name: draft.name, aliases, description })
  }
  return known.n
}

/** The entities of these numbers, in this order. */
export function entitiesByNumber(store: Store, numbers: readonly number[]): Entity[] {
  const one = store.sql<[number], EntityRow>('SELECT * FROM entities WHERE n = ?')
  return numbers.flatMap((n) => {
    const row = one.get(n)
    return row === undefined ? [] : [toEntity(row)]
  })
}

/** The number in the id of an entity; null: it is no such id. */
export function entityNumber(id: string): number | null {
  const number = Number(id.slice(PREFIX.length))
  return id.startsWith(PREFIX) && Number.isSafeInteger(number) ? number : null
}

export function entityId(n: number): string {
  return `${PREFIX}${n}`
}

function findEntities(
  store: Store,
  { searched, counted }: TermChoice,
  limit: number,
): FoundEntity[] {
  const [frequent] = counted
  if (searched.length === 0)
    return frequent === undefined ? [] : newest(store, frequent.match, limit)
  const rows = store
    .sql<[string, number], EntityRow & { score: number }>(
      `SELECT entities.*, found.score FROM (
        SELECT rowid AS n, -bm25(entities_text, 3.0, 1.0) AS score FROM entities_text WHERE entities_text MATCH ?
        ORDER BY score DESC, rowid LIMIT ?
      ) AS found JOIN entities ON entities.n = found.n ORDER BY found.score DESC, entities.n`,
    )
    .all(searched.map(({ match }) => match).join(' OR '), limit)
  const best = rows[0]?.score ?? 1
  return rows.map((row) => ({ ...toEntity(row), similarity: best > 0 ? row.score / best : 1 }))
}

/** Names that share one frequent word: none is better than another. */
function newest(store: Store, match: string, limit: number): FoundEntity[] {
  return store
    .sql<[string, number], EntityRow>(
      `SELECT entities.* FROM entities_text JOIN entities ON entities.n = entities_text.rowid
        WHERE entities_text MATCH ? ORDER BY entities_text.rowid DESC LIMIT ?`,
    )
    .all(match, limit)
    .map((row) => ({ ...toEntity(row), similarity: 0.5 }))
}

function indexEntity(
  store: Store,
  n: number,
  { name, aliases, description }: { name: string; aliases: string[]; description: string | null },
): void {
  const other = [...aliases, description ?? ''].join(' ')
  store
    .sql('INSERT INTO entities_text (rowid, name, other) VALUES (?, ?, ?)')
    .run(n, indexText(name), indexText(other))
}

function rowOf(store: Store, type: string, name: string): EntityRow | undefined {
  return store
    .sql<[string, string], EntityRow>('SELECT * FROM entities WHERE type = ? AND name = ?')
    .get(type, name)
}

function merge(known: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])].slice(0, MOST_ALIASES)
}

function parse(text: string): string[] {
  return JSON.parse(text) as string[]
}

function toEntity(row: EntityRow): Entity {
  return {
    id: entityId(row.n),
    type: row.type,
    name: row.name,
    aliases: parse(row.aliases),
    properties: JSON.parse(row.properties) as Record<string, unknown>,
    description: row.description,
    firstSeen: row.first_ms,
    lastSeen: row.last_ms,
    mentionCount: row.mentions,
    salience: row.salience,
  }
}
