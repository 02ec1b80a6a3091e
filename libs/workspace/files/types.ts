/** A read or listing that was refused; `message` is for the model. */
export interface Refusal {
  ok: false
  code: 'path' | 'denied' | 'outside' | 'missing' | 'kind' | 'binary' | 'too_large' | 'io'
  message: string
}

export interface FileText {
  ok: true
  /** Relative to the root. */
  path: string
  /** The asked lines, joined by `\n`, without BOM and without `\r`. */
  text: string
  /** Counted from 1; `lastLine` is 0 for an empty file. */
  firstLine: number
  lastLine: number
  totalLines: number
  /** Of the whole file: sha256 hex. */
  hash: string
  /** The whole file as it is on disk. */
  bytes: Buffer
  fileMode: number
  /** true when the cap cut the asked range. */
  truncated: boolean
}

export interface FolderEntry {
  name: string
  kind: 'folder' | 'file' | 'link' | 'other'
  /** Size of a file in bytes, else 0. */
  bytes: number
}

export interface FolderList {
  ok: true
  path: string
  /** Folders first, each group by name; denied names are left out. */
  entries: FolderEntry[]
  truncated: boolean
}

export type ApplyResult =
  | { ok: true }
  | { ok: false; code: 'conflict' | 'denied' | 'io'; message: string; path: string }

/** A plain file as it is now, null bytes: nothing is there; or why it is not to be touched. */
export type FileState =
  | { ok: true; bytes: Buffer | null; fileMode: number | null }
  | { ok: false; why: string }
