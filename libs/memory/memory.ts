import { AircoderError, createIds, systemClock } from '#core'
import { codingArchetype } from './archetypes/coding.js'
import { researchArchetype } from './archetypes/research.js'
import { supportArchetype } from './archetypes/support.js'
import { checkEvent } from './check/check_event.js'
import { checkItems } from './check/check_items.js'
import { checkOptions } from './check/check_options.js'
import { checkRequest } from './check/check_request.js'
import { refuse } from './check/refuse.js'
import { writePages } from './pages/write_pages.js'
import { type Prunable, pruneByRelevance } from './rank/prune.js'
import { buildContext } from './recall/build_context.js'
import { entryTokens, findCandidates } from './recall/find_candidates.js'
import { learn, learnsFrom, leftEvents, settle } from './record/learn.js'
import { newEvent } from './record/new_event.js'
import { IS_CLOSED, translate } from './store/errors.js'
import { openStore, type Store } from './store/store.js'
import type { Archetype, ContextStrategy } from './types/archetype.js'
import type { EventDraft, MemoryEvent } from './types/event.js'
import type { Context, RecallRequest } from './types/recall.js'
import type {
  ContextualView,
  EntriesView,
  EpisodicView,
  PatternsView,
  RelationalView,
  SemanticView,
  SnapshotsView,
} from './types/views.js'
import type { Embed, EmbeddingEndpoint } from './vectors/endpoint.js'
import { appendEvent } from './views/episodic.js'
import { openViews, type Views } from './views/open_views.js'

const ARCHETYPES: Readonly<Record<'coding' | 'research' | 'support', Archetype>> = {
  coding: codingArchetype,
  research: researchArchetype,
  support: supportArchetype,
}

export interface MemoryOptions {
  /** The SQLite file; a folder gets `memory.db`, missing folders are made. `:memory:` keeps everything in this process. */
  path: string
  /** Default: none, so nothing is derived from events. */
  archetype?: Archetype | 'coding' | 'research' | 'support'
  /** The session of events that name none. Default: one of its own for each Memory. */
  sessionId?: string
  /** Vectors beside words. They are made at a recall, never at a record. Default: words alone. */
  embeddings?: EmbeddingEndpoint | Embed
  /** refuse (default): a damaged file is an error. set_aside: it is renamed, and a new memory begins. */
  damaged?: 'refuse' | 'set_aside'
  /** For tests. */
  clock?: { now(): number }
}

/** Without an archetype: the shares and weights of the coding archetype. */
const STRATEGY: ContextStrategy = codingArchetype.contextStrategy
const MAX_TOKENS = 8_000
/** Problems that are remembered. */
const MOST_PROBLEMS = 20

/**
 * A memory in one SQLite file. The file is opened with the first call. Several processes may use it at once.
 * Every method throws AircoderError with `code` and `hint`: MEMORY_NEWER, MEMORY_UNREADABLE, MEMORY_UNWRITABLE,
 * MEMORY_LOCKED, MEMORY_DISK_FULL, MEMORY_INPUT.
 */
export class Memory {
  readonly path: string
  readonly archetype: Archetype | null
  readonly sessionId: string
  /** What went wrong without losing an event: an extractor that failed, an embedding server that did not answer. */
  readonly problems: string[] = []
  readonly #options: MemoryOptions
  readonly #now: () => number
  readonly #makeId: (prefix: string) => string
  #store: Store | null = null
  #views: Views | null = null
  #isClosed = false
  #caughtUp = false

  constructor(options: MemoryOptions) {
    checkOptions(options)
    const { path, archetype = null, clock = systemClock } = options
    this.#options = options
    this.path = path
    this.archetype = typeof archetype === 'string' ? ARCHETYPES[archetype] : archetype
    this.#now = () => clock.now()
    this.#makeId = createIds(this.#now)
    this.sessionId = options.sessionId ?? this.#makeId('s')
  }

  /**
   * Stores an event. It is on disk before the promise is returned; the promise waits for the extractors.
   * @returns the event as it is stored: with its id, and without secrets
   */
  async record(draft: EventDraft): Promise<MemoryEvent> {
    const store = this.#open()
    checkEvent(this.path, draft)
    const { n, words, payload, pending, ...event } = this.#guard(() => {
      const made = newEvent(draft, {
        id: this.#makeId('e'),
        sessionId: this.sessionId,
        now: this.#now(),
        pending: learnsFrom(this.archetype, draft.type),
      })
      return { ...made, n: store.write(() => appendEvent(store, made)) }
    })
    if (pending) await this.#learn(n, event)
    return event
  }

  /** Builds what a model should see for a query, within `maxTokens` (estimated). It writes nothing but vectors. */
  async recall(request: RecallRequest): Promise<Context> {
    const store = this.#open()
    checkRequest(this.path, request)
    await this.#catchUp(store)
    const { query, maxTokens = MAX_TOKENS, sessionId = this.sessionId, task } = request
    const views = this.#viewsOf(store)
    try {
      const candidates = await findCandidates(
        { ...views, store, search: views.search },
        { query, sessionId, task },
      )
      return buildContext(candidates, {
        maxTokens,
        entryTokens: entryTokens(task),
        strategy: request.strategy ?? this.archetype?.contextStrategy ?? STRATEGY,
        now: this.#now(),
      })
    } catch (error) {
      throw translate(error, store.path)
    }
  }

  /**
   * Drops the least relevant items of a context that is 80 % full (row 106). What is dropped is recorded first, as one
   * event of the type `context_pruned` that names it.
   */
  async prune<T extends Prunable & { summary?: string }>(
    items: readonly T[],
    options: { windowTokens?: number } = {},
  ): Promise<{ kept: T[]; dropped: T[] }> {
    checkItems(this.path, items)
    const result = pruneByRelevance(items, { now: this.#now(), ...options })
    if (result.dropped.length > 0) {
      const dropped = result.dropped.map(({ id, type, tokens, summary }) => ({
        id,
        type,
        tokens,
        summary: summary ?? id,
      }))
      await this.record({
        type: 'context_pruned',
        actor: 'system',
        content: { dropped },
        summary: `${dropped.length} items left the context`,
      })
    }
    return result
  }

  /** Writes two Markdown pages for people: what is known, and what works. @returns their paths */
  writePages(folder: string): string[] {
    const store = this.#open()
    if (typeof folder !== 'string' || folder === '')
      refuse(this.path, 'writePages needs the name of a folder')
    return this.#guard(() => writePages(folder, { store, ...this.#viewsOf(store) }))
  }

  /** What happened. */
  get episodic(): EpisodicView {
    return this.#viewsOf(this.#open()).episodic
  }

  /** What is known. */
  get semantic(): SemanticView {
    return this.#viewsOf(this.#open()).semantic
  }

  /** How things connect. */
  get relational(): RelationalView {
    return this.#viewsOf(this.#open()).relational
  }

  /** Events by what a query means. */
  get contextual(): ContextualView {
    return this.#viewsOf(this.#open()).contextual
  }

  /** Decisions, workflows, gotchas, conventions and background, written down on purpose. */
  get entries(): EntriesView {
    return this.#viewsOf(this.#open()).entries
  }

  /** What works and what does not. */
  get patterns(): PatternsView {
    return this.#viewsOf(this.#open()).patterns
  }

  /** Contexts that were kept. */
  get snapshots(): SnapshotsView {
    return this.#viewsOf(this.#open()).snapshots
  }

  /** Closes the file. What was recorded is stored. A second call does nothing. */
  close(): void {
    this.#isClosed = true
    this.#views = null
    this.#store?.close()
    this.#store = null
  }

  #open(): Store {
    if (this.#isClosed) refuse(this.path, IS_CLOSED)
    this.#store ??= openStore(this.path, { damaged: this.#options.damaged ?? 'refuse' })
    return this.#store
  }

  #viewsOf(store: Store): Views {
    this.#views ??= openViews(store, {
      now: this.#now,
      embeddings: this.#options.embeddings,
      report: (problem) => this.#report(problem),
    })
    return this.#views
  }

  #guard<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      const taken = isTaken(error)
      if (error instanceof TypeError || taken) {
        const reason = taken ? 'an event with this id exists already' : messageOf(error)
        throw new AircoderError('MEMORY_INPUT', { path: this.path, reason }, { cause: error })
      }
      throw translate(error, this.path)
    }
  }

  async #learn(n: number, event: MemoryEvent): Promise<void> {
    const store = this.#open()
    if (this.archetype === null) return
    try {
      await learn(store, this.archetype, { n, event })
    } catch (error) {
      const translated = translate(error, store.path)
      if (translated instanceof AircoderError) throw translated
      this.#report(`the extractor of ${event.type} failed: ${messageOf(error)}`)
      if (store.db.open) settle(store, n)
    }
  }

  /** Events that a killed process stored without their knowledge. */
  async #catchUp(store: Store): Promise<void> {
    if (this.#caughtUp || this.archetype === null) return
    this.#caughtUp = true
    for (const { n, event } of leftEvents(store)) await this.#learn(n, event)
  }

  #report(problem: string): void {
    this.problems.push(problem)
    this.problems.splice(0, this.problems.length - MOST_PROBLEMS)
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
