import type { Explained, FoundTag, SearchResult } from '../graph/types.js'
import type { MapFile } from '../rank/look.js'
import type { Ranker } from '../rank/rank_files.js'
import type { Tag } from '../tags/tag.js'

/** What the worker is started with. */
export interface MapPlace {
  root: string
  deny: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** Where the index is kept; null: nowhere. */
  cachePath: string | null
  /** Bounds of one refresh; the limits of the product when absent. */
  mostFiles?: number | undefined
  mostMs?: number | undefined
}

/** The map for a task. */
export interface RankedMap {
  /** Best first. */
  files: MapFile[]
  /** Some file has a word or a name of the task. */
  matched: boolean
  /** Every path, in order; of a large tree the first. */
  paths: string[]
  /** Files of the tree, and those of a known language whose text is not in the index. */
  total: number
  left: number
  /** The tree has more files than were listed. */
  truncated: boolean
}

export interface MapStats {
  total: number
  left: number
  /** Time of the last refresh, and the part of it until the stored index was read. */
  refreshMs: number
  loadMs: number
  definitions: number
}

export type Question =
  | {
      kind: 'rank'
      text: string
      most: number
      waitMs: number
      only?: readonly Ranker[] | undefined
    }
  | { kind: 'find'; name: string; waitMs: number }
  | { kind: 'inFile'; path: string; waitMs: number }
  | { kind: 'explain'; name: string; path?: string | undefined; callees: boolean; waitMs: number }
  | { kind: 'search'; text: string; waitMs: number }
  | { kind: 'refresh' }

export interface Answers {
  rank: RankedMap
  find: FoundTag[]
  inFile: Tag[]
  explain: Explained
  search: SearchResult
  refresh: MapStats
}
