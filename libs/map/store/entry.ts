import type { PastCommit } from '#workspace'
import type { Names } from './names.js'

/** What is kept of one file. */
export interface FileEntry {
  path: string
  size: number
  mtimeMs: number
  /** Digest of its bytes; '' where the text was not read. */
  hash: string
  /** Name of its language; null: only its path is searched. */
  language: string | null
  /** Names in its text: pairs of an id in `Names` and a count. */
  words: Uint32Array
  /** Number of names in the text. */
  length: number
  /** Ids of the names that it defines, by the shapes of its lines (`tags/quick_names.ts`). */
  defines: Uint32Array
  /** Its definitions as JSON; '' until somebody asks for them, because to parse takes most of the time. */
  tags: string
}

/** Everything that is known about a tree. */
export interface Store {
  names: Names
  files: Map<string, FileEntry>
  history: { head: string; commits: PastCommit[] } | null
}
