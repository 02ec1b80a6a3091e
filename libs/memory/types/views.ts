import type { Entity, Relation } from './entity.js'
import type { Entry, EntryDraft, EntryType, SavedEntry } from './entry.js'
import type { MemoryEvent } from './event.js'
import type { Pattern, PatternDraft } from './pattern.js'
import type { Context } from './recall.js'

/** What happened. */
export interface EpisodicView {
  /** The newest events of a session, oldest first. */
  recent(sessionId: string, limit?: number): MemoryEvent[]
  get(id: string): MemoryEvent | null
  /** What led to an event: from the first cause to the event itself. */
  chain(id: string): MemoryEvent[]
  count(): number
  /** Removes an event with its content, its vectors and its evidence. @returns whether there was one */
  forget(id: string): boolean
}

/** What is known: things with a name. */
export interface SemanticView {
  get(type: string, name: string): Entity | null
  /** The entities that the words of a query name, best first; `similarity` is 0-1. */
  find(query: string, limit?: number): FoundEntity[]
  /** The most important ones, most salient first. */
  salient(limit?: number): Entity[]
  count(): number
}

export interface FoundEntity extends Entity {
  similarity: number
}

/** How things connect. The graph is loaded when it is used. */
export interface RelationalView {
  /** The relations that begin or end at an entity, heaviest first. */
  of(entityId: string, limit?: number): Relation[]
  /** What can be reached from some entities in a few steps along relations, in either direction; nearest first. */
  expand(entityIds: readonly string[], options?: { depth?: number }): Promise<Expansion>
  /** The shortest way between two entities; null: there is none within six steps. */
  path(fromId: string, toId: string): Promise<Entity[] | null>
  count(): number
}

/** What was reached: entities and relations with their distance from the start. */
export interface Expansion {
  entities: (Entity & { depth: number })[]
  relations: (Relation & { depth: number; source: Entity; target: Entity })[]
}

/** Events by what a query means. */
export interface ContextualView {
  /** The events that match a query, best first. Vectors count where there are some; without them, words alone. */
  search(query: string, limit?: number): Promise<FoundEvent[]>
}

export interface FoundEvent {
  id: string
  sessionId: string
  /** Milliseconds since 1970. */
  timestamp: number
  type: string
  summary: string
  /** 0-1; the best has 1. */
  similarity: number
}

/** Knowledge that was written down on purpose. */
export interface EntriesView {
  /** A text that is there already is not stored twice; a title that is there already is superseded. */
  save(draft: EntryDraft): SavedEntry
  /** The entries that count for a query and a kind of task, best first. They are not marked as used. */
  find(query: string, options?: { task?: string; limit?: number }): RankedEntry[]
  /** Those that count, newest first. @param all  also superseded and expired ones */
  list(options?: { type?: EntryType; all?: boolean }): Entry[]
  /** @returns whether there was one */
  delete(id: string): boolean
  /** Marks entries as used. */
  touch(ids: readonly string[]): void
}

export interface RankedEntry extends Entry {
  rank: number
}

/** Contexts that were kept, to see later what a model saw. */
export interface SnapshotsView {
  /** Keeps a context; the same name again replaces it. */
  save(name: string, context: Context, query?: string): Snapshot
  get(name: string): Snapshot | null
  /** Newest first. */
  list(limit?: number): Snapshot[]
}

export interface Snapshot {
  name: string
  /** Milliseconds since 1970. */
  timestamp: number
  query: string
  /** Ids of its items, best first. */
  items: string[]
  /** The bytes of `toSystemPrompt()` at that time. */
  prompt: string
}

/** What works and what does not, learned from outcomes. */
export interface PatternsView {
  /** Counts one more case of a pattern. */
  learn(draft: PatternDraft): Pattern
  /** Most confident first. */
  list(limit?: number): Pattern[]
}
