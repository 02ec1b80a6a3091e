import type { EntityDraft, RelationDraft } from './entity.js'
import type { MemoryEvent } from './event.js'
import type { PatternDraft } from './pattern.js'

/** What an archetype suggests to the program that owns the tools. */
export interface ArchetypeTool {
  name: string
  description: string
}

/** Shares of `maxTokens`, in percent. They add up to 100. What one does not use goes to the next. */
export interface Shares {
  recent: number
  semantic: number
  entities: number
  relations: number
}

/** How much of the score each part gives. The three add up to 1. */
export interface Weights {
  recencyWeight: number
  relevanceWeight: number
  salientWeight: number
}

export interface ContextStrategy extends Weights {
  budgetAllocation: Shares
  /**
   * What comes first when the budget is short. relevance: the four sources in their shares. recency: the newest events
   * of the session before everything else, as an agent in the middle of a task needs it.
   */
  first?: 'relevance' | 'recency'
}

/** Derives knowledge from one event. It may load what it needs. */
export type Extractor = (event: MemoryEvent) => EntityDraft[] | Promise<EntityDraft[]>
export type RelationExtractor = (
  event: MemoryEvent,
  entities: readonly EntityDraft[],
) => RelationDraft[] | Promise<RelationDraft[]>

/** Everything that a domain adds to the framework. */
export interface Archetype {
  name: string
  description: string
  eventTypes: readonly string[]
  entityTypes: readonly string[]
  relationTypes: readonly string[]
  /** Event type -> extractor. They run when an event is recorded. */
  extractors: Readonly<Record<string, Extractor>>
  relationExtractors: Readonly<Record<string, RelationExtractor>>
  /** Event type -> what the event says about what works here. */
  patternExtractors?: Readonly<Record<string, (event: MemoryEvent) => PatternDraft[]>>
  contextStrategy: ContextStrategy
  tools: readonly ArchetypeTool[]
}
