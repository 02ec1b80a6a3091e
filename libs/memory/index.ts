/**
 * What is known: events, entities, relations and typed entries in one SQLite file, and the part of them that a prompt gets.
 * Doors: everything below; `aircoder/memory` publishes the framework without the rest of the program.
 * It never asks a model and never runs anything. It reads no file of the user but its own.
 */
export { codingArchetype } from './archetypes/coding.js'
export { researchArchetype } from './archetypes/research.js'
export { supportArchetype } from './archetypes/support.js'
export {
  changeNotes,
  currentNotes,
  meetNotes,
  type NoteChange,
} from './change/change_notes.js'
export { exportNotes, type Importable, importNotes, readExport } from './change/export_notes.js'
export { endProposal, type Proposal, proposalsIn, propose } from './change/proposals.js'
export { Memory, type MemoryOptions } from './memory.js'
export { chooseNotes } from './notes/choose_notes.js'
export type { BadNote, Note, NoteScope, NoteType } from './notes/note.js'
export { lineOf } from './notes/note.js'
export {
  deleteNote,
  hashesIn,
  type NotePlace,
  type NotePlaces,
  type Notes,
  namesIn,
  readNotes,
  saveNote,
  saveNotes,
} from './notes/note_folder.js'
export { ageCaveat, searchNotes } from './notes/search_notes.js'
export { type ChangedOn, stalePaths } from './notes/stale_paths.js'
export { entryBudget, rankEntry } from './rank/entry_rank.js'
export { type Prunable, pruneByRelevance, relevanceOf } from './rank/prune.js'
export { scoreResult } from './rank/score.js'
export { findRecipes, type Recipe } from './recipes/find_recipes.js'
export { findRecords, type RecordQuery, type TaskRecord } from './records/find_records.js'
export { recordEnd } from './records/record_end.js'
export { chooseRules, type TaskWords } from './rules/choice/choose_rules.js'
export { type ResultWords, rulesOfResult } from './rules/choice/rules_of_result.js'
export { type Conflicts, conflictsOf, contradictions } from './rules/conflicts.js'
export { withoutClosing } from './rules/learn/closing.js'
export { onlyOneLine } from './rules/learn/own_words.js'
export { withoutRules } from './rules/learn/without_rules.js'
export { endRule, freeName, type Lesson, rulesIn, teach } from './rules/teach.js'
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
export type { Context, ContextItem, ItemKind, RecallRequest } from './types/recall.js'
