import { entryBudget } from '../rank/entry_rank.js'
import type { Store } from '../store/store.js'
import type { Entity } from '../types/entity.js'
import type { EntriesView, RelationalView, SemanticView } from '../types/views.js'
import type { FoundRow } from '../views/contextual.js'
import { recentRows } from '../views/episodic.js'
import type { EventRow } from '../views/rows.js'
import { entitiesByNumber } from '../views/semantic.js'
import type { Candidate, Candidates } from './build_context.js'
import { entityLine, entryLine, eventLine, relationLine } from './render.js'

/** Where candidates come from. */
export interface Sources {
  store: Store
  search(query: string, limit: number): Promise<FoundRow[]>
  semantic: SemanticView
  relational: RelationalView
  entries: EntriesView
}

/** Numbers of row 104. */
const RECENT = 20
const SEARCHED = 20
const DEPTH = 2
/** Events whose entities count as related, and how much of the event's similarity they get. */
const TOP_EVENTS = 5
const MENTION_SHARE = 0.5
/** Entities that the graph is expanded from. */
const STARTS = 10
/** What a relation has of the similarity of the entity it was reached from, for each step. */
const STEP_SHARE = 0.5

/** Collects what a query could bring into its context. */
export async function findCandidates(
  { store, search, semantic, relational, entries }: Sources,
  { query, sessionId, task }: { query: string; sessionId: string; task?: string },
): Promise<Candidates> {
  const found = await search(query, SEARCHED)
  const near = relatedEntities(store, semantic, { query, found })
  const starts = near.slice(0, STARTS)
  const expansion = await relational.expand(
    starts.map(({ entity }) => entity.id),
    { depth: DEPTH },
  )
  const best = starts[0]?.similarity ?? 0
  return {
    recent: recentRows(store, sessionId, RECENT).map((row) => fromEvent(row)),
    semantic: found.map(({ row, similarity }) => fromEvent(row, similarity)),
    entities: near.map(({ entity, similarity }) => ({
      kind: 'entity',
      id: entity.id,
      text: entityLine(entity),
      timestamp: entity.lastSeen,
      similarity,
      salience: entity.salience,
    })),
    relations: expansion.relations.map((relation) => ({
      kind: 'relation',
      id: relation.id,
      text: relationLine(relation),
      timestamp: Math.max(relation.source.lastSeen, relation.target.lastSeen),
      similarity: best * STEP_SHARE ** relation.depth,
      salience: (relation.source.salience + relation.target.salience) / 2,
    })),
    entries: entries.find(query, { task }).map((entry) => ({
      kind: 'entry',
      id: entry.id,
      text: entryLine(entry),
      timestamp: entry.createdMs,
      similarity: Math.min(1, entry.rank),
    })),
  }
}

/** Tokens for typed entries in a kind of task. */
export function entryTokens(task: string | undefined): number {
  return entryBudget(task).tokens
}

/** The entities that the query names, and those that the best events mention. */
function relatedEntities(
  store: Store,
  semantic: SemanticView,
  { query, found }: { query: string; found: readonly FoundRow[] },
): { entity: Entity; similarity: number }[] {
  const near = new Map(
    semantic
      .find(query)
      .map(({ similarity, ...entity }) => [entity.id, { entity, similarity }] as const),
  )
  const mentioned = store
    .sql<[number], number>(
      `SELECT entity FROM mentions JOIN entities ON entities.n = entity WHERE event = ? ORDER BY salience DESC, entity
        LIMIT ${SEARCHED}`,
    )
    .pluck()
  for (const { row, similarity } of found.slice(0, TOP_EVENTS)) {
    for (const entity of entitiesByNumber(store, mentioned.all(row.n)))
      if (!near.has(entity.id))
        near.set(entity.id, { entity, similarity: similarity * MENTION_SHARE })
  }
  return [...near.values()].sort(
    (a, b) => b.similarity - a.similarity || b.entity.salience - a.entity.salience,
  )
}

function fromEvent(row: EventRow, similarity?: number): Candidate {
  return {
    kind: 'event',
    id: row.id,
    text: eventLine(row),
    timestamp: row.at_ms,
    outcome: row.outcome,
    ...(similarity !== undefined && { similarity }),
  }
}
