/**
 * What the package publishes as `aircoder/memory`: the framework without the rest of the program.
 * Everything here is usable alone. Its types name no other library of ours.
 */
export { codingArchetype } from './archetypes/coding.js'
export { researchArchetype } from './archetypes/research.js'
export { supportArchetype } from './archetypes/support.js'
export { Memory, type MemoryOptions } from './memory.js'
export { type Prunable, type PrunableType, pruneByRelevance, relevanceOf } from './rank/prune.js'
export { type Scored, scoreResult } from './rank/score.js'
export type {
  Archetype,
  ArchetypeTool,
  ContextStrategy,
  Extractor,
  RelationExtractor,
  Shares,
  Weights,
} from './types/archetype.js'
export type { Entity, EntityDraft, EntityName, Relation, RelationDraft } from './types/entity.js'
export type { Entry, EntryDraft, EntryLife, EntryType, SavedEntry } from './types/entry.js'
export type { Actor, EventDraft, MemoryEvent, Outcome } from './types/event.js'
export type { Pattern, PatternDraft } from './types/pattern.js'
export type { Context, ContextItem, ItemKind, RecallRequest } from './types/recall.js'
export type {
  ContextualView,
  EntriesView,
  EpisodicView,
  Expansion,
  FoundEntity,
  FoundEvent,
  PatternsView,
  RankedEntry,
  RelationalView,
  SemanticView,
  Snapshot,
  SnapshotsView,
} from './types/views.js'
export type { Embed, EmbeddingEndpoint } from './vectors/endpoint.js'
