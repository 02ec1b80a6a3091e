/**
 * Where things are in the tree: an index of definitions, and a ranking of files for a task.
 * Doors: `openMap`, `loadLanguages`, `createTagReader`.
 * It works in a thread of its own. It never writes to the tree and never opens a denied file.
 */
export type { Callee, Explained, FoundTag, SearchHit, SearchResult, Use } from './graph/types.js'
export { type Languages, loadLanguages } from './language/language.js'
export { openMap, type RepoMap } from './open_map.js'
export type { MapFile } from './rank/look.js'
export type { Ranker } from './rank/rank_files.js'
export type { Signature } from './rank/signatures.js'
export { quickNames } from './tags/quick_names.js'
export { createTagReader, type TagReader } from './tags/read_tags.js'
export type { Tag } from './tags/tag.js'
export type { MapPlace, MapStats, RankedMap } from './worker/messages.js'
