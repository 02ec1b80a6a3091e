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
  /** The requested lines, joined by `\n`, without BOM and `\r`. */
  text: string
  /** Counted from 1; `lastLine` is 0 for an empty file. */
  firstLine: number
  lastLine: number
  totalLines: number
  /** sha256 of the whole file, in hex. */
  hash: string
  /** The whole file as it is on disk. */
  bytes: Buffer
  fileMode: number
  /** true when the limit cut the requested range. */
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
  /** Folders first, each group sorted by name, without denied names. */
  entries: FolderEntry[]
  truncated: boolean
}

export type ApplyResult =
  | { ok: true }
  | {
      ok: false
      code: 'conflict' | 'denied' | 'io'
      message: string
      path: string
      /** Files that were written and could not be restored; absent when there is none. */
      written?: string[]
    }

/** The current bytes of a regular file, null when it does not exist; or why it must not be changed. */
export type FileState =
  | { ok: true; bytes: Buffer | null; fileMode: number | null }
  | { ok: false; reason: string }
