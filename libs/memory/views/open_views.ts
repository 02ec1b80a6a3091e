import { checkArguments } from '../check/check_arguments.js'
import { guarded, translate } from '../store/errors.js'
import type { Store } from '../store/store.js'
import type {
  ContextualView,
  EntriesView,
  EpisodicView,
  PatternsView,
  RelationalView,
  SemanticView,
  SnapshotsView,
} from '../types/views.js'
import type { Embed, EmbeddingEndpoint } from '../vectors/endpoint.js'
import type { Vectors } from '../vectors/vectors.js'
import { createLexicalSearch, eventRow, type FoundRow } from './contextual.js'
import { createEntries } from './entries.js'
import { createEpisodic } from './episodic.js'
import { createPatterns } from './patterns.js'
import { createRelational } from './relational.js'
import { createSemantic } from './semantic.js'
import { createSnapshots } from './snapshots.js'

/** All views of one file. */
export interface Views {
  episodic: EpisodicView
  semantic: SemanticView
  relational: RelationalView
  contextual: ContextualView
  entries: EntriesView
  patterns: PatternsView
  snapshots: SnapshotsView
  /** Events with their rows, for a context. */
  search(query: string, limit: number): Promise<FoundRow[]>
}

export interface ViewOptions {
  now(): number
  embeddings?: EmbeddingEndpoint | Embed
  /** Called with what failed without an error for the caller. */
  report(problem: string): void
}

/** Events that get a vector at one recall. */
const EMBEDDED_AT_ONCE = 64
const FOUND = 20

export function openViews(store: Store, options: ViewOptions): Views {
  const { now } = options
  const search = createSearch(store, options)
  const contextual: ContextualView = {
    async search(query, limit = FOUND) {
      const found = await search(query, limit)
      return found.map(({ row, similarity }) => ({
        id: row.id,
        sessionId: row.session,
        timestamp: row.at_ms,
        type: row.type,
        summary: row.summary,
        similarity,
      }))
    },
  }
  const views = {
    episodic: createEpisodic(store),
    semantic: createSemantic(store),
    relational: createRelational(store),
    entries: createEntries(store, now),
    patterns: createPatterns(store, now),
    snapshots: createSnapshots(store, now),
  }
  for (const [name, view] of Object.entries({ ...views, contextual })) guardAll(store, name, view)
  return { ...views, contextual, search }
}

/** Words, and vectors where there are some: an event counts by the better of both. */
function createSearch(store: Store, { embeddings, report }: ViewOptions): Views['search'] {
  const lexical = createLexicalSearch(store)
  let opening: Promise<Vectors> | undefined
  const near = async (query: string): Promise<FoundRow[]> => {
    if (embeddings === undefined) return []
    try {
      opening ??= openVectors(store, embeddings)
      const vectors = await opening
      await vectors.embedPending(EMBEDDED_AT_ONCE)
      const found = await vectors.search(query)
      return found.flatMap(({ n, similarity }) => {
        const row = eventRow(store, n)
        return row === undefined ? [] : [{ row, similarity }]
      })
    } catch (error) {
      report(`no vectors: ${error instanceof Error ? error.message : String(error)}`)
      return []
    }
  }
  return async (query, limit) => {
    const found = new Map(lexical(query, limit).map((one) => [one.row.n, one]))
    for (const one of await near(query)) {
      const known = found.get(one.row.n)
      if (known === undefined || known.similarity < one.similarity) found.set(one.row.n, one)
    }
    return [...found.values()]
      .sort((a, b) => b.similarity - a.similarity || a.row.n - b.row.n)
      .slice(0, limit)
  }
}

async function openVectors(store: Store, embeddings: EmbeddingEndpoint | Embed): Promise<Vectors> {
  const [{ createVectors }, { embedAt }] = await Promise.all([
    import('../vectors/vectors.js'),
    import('../vectors/endpoint.js'),
  ])
  return createVectors(store, typeof embeddings === 'function' ? embeddings : embedAt(embeddings))
}

/** Wraps each method of a view, so that its arguments are checked and its errors are coded. */
function guardAll(store: Store, viewName: string, view: object): void {
  for (const [name, method] of Object.entries(view) as [
    string,
    (...args: unknown[]) => unknown,
  ][]) {
    Object.assign(view, {
      [name]: (...args: unknown[]) => {
        checkArguments(store.path, [viewName, name], args)
        const result = guarded(store.path, () => method.apply(view, args))
        if (!(result instanceof Promise)) return result
        return result.catch((error: unknown) => {
          throw translate(error, store.path)
        })
      },
    })
  }
}
