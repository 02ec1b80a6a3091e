import type { Store } from '../store/store.js'
import type { Entity, Relation, RelationDraft } from '../types/entity.js'
import type { RelationalView } from '../types/views.js'
import { entitiesByNumber, entityId, entityNumber, upsertEntity } from './semantic.js'

interface RelationRow {
  n: number
  type: string
  source: number
  target: number
  weight: number
}

/** Graph expansion of the design's row 104. */
const DEPTH = 2
const PATH_DEPTH = 6
/** An entity with more relations than this is a hub; only its heaviest ones are read. */
const MOST_OF_ONE = 30
const MOST_EDGES = 400
/** Relations that an expansion returns, and events that are named as evidence of one. */
const MOST_RELATIONS = 60
const MOST_EVIDENCE = 100

export function createRelational(store: Store): RelationalView {
  return {
    of(id, limit = MOST_OF_ONE) {
      const n = entityNumber(id)
      return n === null ? [] : rowsAt(store, n, limit).map((row) => toRelation(store, row))
    },
    async expand(ids, { depth = DEPTH } = {}) {
      const starts = ids.flatMap((id) => entityNumber(id) ?? [])
      const rows = neighbourhood(store, starts, depth)
      if (rows.length === 0) return { entities: [], relations: [] }
      const { distances } = await graphOf(rows)
      const depths = distances(starts, depth)
      const reached = [...depths].filter(([n, far]) => far > 0 && !starts.includes(n))
      const far = (row: RelationRow) =>
        1 + Math.min(depths.get(row.source) ?? depth, depths.get(row.target) ?? depth)
      const entities = new Map<number, Entity>(
        [...depths.keys()].flatMap((n) => entitiesByNumber(store, [n]).map((one) => [n, one])),
      )
      const nearest = rows
        .map((row) => ({ row, depth: far(row) }))
        .sort((a, b) => a.depth - b.depth || b.row.weight - a.row.weight || a.row.n - b.row.n)
        .slice(0, MOST_RELATIONS)
      return {
        entities: reached.flatMap(([n, at]) => {
          const entity = entities.get(n)
          return entity === undefined ? [] : [{ ...entity, depth: at }]
        }),
        relations: nearest.flatMap(({ row, depth }) => {
          const [source, target] = [entities.get(row.source), entities.get(row.target)]
          if (source === undefined || target === undefined) return []
          return [{ ...toRelation(store, row), depth, source, target }]
        }),
      }
    },
    async path(fromId, toId) {
      const [from, to] = [entityNumber(fromId), entityNumber(toId)]
      if (from === null || to === null) return null
      const { way } = await graphOf(neighbourhood(store, [from], PATH_DEPTH))
      const numbers = way(from, to)
      return numbers === null ? null : entitiesByNumber(store, numbers)
    },
    count: () => store.sql<[], number>('SELECT count(*) FROM relations').pluck().get() ?? 0,
  }
}

/** Stores a relation, or adds weight and evidence to the one that exists. Call it inside a transaction. */
export function upsertRelation(
  store: Store,
  draft: RelationDraft,
  { event, atMs }: { event: number; atMs: number },
): void {
  const [source, target] = [draft.source, draft.target].map((end) => numberOf(store, end, atMs))
  const n = store
    .sql<unknown[], number>(
      `INSERT INTO relations (type, source, target, weight) VALUES (?, ?, ?, ?)
        ON CONFLICT (source, target, type) DO UPDATE SET weight = weight + excluded.weight RETURNING n`,
    )
    .pluck()
    .get(draft.type, source, target, draft.weight ?? 1)
  store.sql('INSERT OR IGNORE INTO relation_evidence (relation, event) VALUES (?, ?)').run(n, event)
}

/** The neighbourhood as a graph of graphology, which is loaded with the first of them. */
async function graphOf(rows: readonly RelationRow[]) {
  const { buildGraph } = await import('./graph.js')
  return buildGraph(rows)
}

/** An end that no extractor described is made without a mention. */
function numberOf(store: Store, end: { type: string; name: string }, atMs: number): number {
  const known = store
    .sql<[string, string], number>('SELECT n FROM entities WHERE type = ? AND name = ?')
    .pluck()
    .get(end.type, end.name)
  return known ?? upsertEntity(store, end, atMs)
}

function neighbourhood(store: Store, starts: readonly number[], depth: number): RelationRow[] {
  const found = new Map<number, RelationRow>()
  const seen = new Set<number>()
  let border = [...starts]
  for (let far = 0; far < depth && border.length > 0; far += 1) {
    const next: number[] = []
    for (const n of border) {
      if (seen.has(n)) continue
      seen.add(n)
      for (const row of rowsAt(store, n, MOST_OF_ONE)) {
        if (found.size >= MOST_EDGES) return [...found.values()]
        found.set(row.n, row)
        next.push(row.source === n ? row.target : row.source)
      }
    }
    border = next
  }
  return [...found.values()]
}

function rowsAt(store: Store, n: number, limit: number): RelationRow[] {
  return store
    .sql<[number, number, number, number, number], RelationRow>(
      `SELECT * FROM (SELECT n, type, source, target, weight FROM relations WHERE source = ? ORDER BY weight DESC, n LIMIT ?)
        UNION
        SELECT * FROM (SELECT n, type, source, target, weight FROM relations WHERE target = ? ORDER BY weight DESC, n LIMIT ?)
        ORDER BY weight DESC, n LIMIT ?`,
    )
    .all(n, limit, n, limit, limit)
}

function toRelation(store: Store, row: RelationRow): Relation {
  const evidence = store
    .sql<[number], string>(
      `SELECT events.id FROM relation_evidence JOIN events ON events.n = relation_evidence.event
        WHERE relation = ? ORDER BY events.n LIMIT ${MOST_EVIDENCE}`,
    )
    .pluck()
    .all(row.n)
  return {
    id: `rel${row.n}`,
    type: row.type,
    sourceId: entityId(row.source),
    targetId: entityId(row.target),
    weight: row.weight,
    evidence,
  }
}
