export interface GlobQuery {
  pattern: string
  /** Folder to look in; the root when left out. */
  path?: string
  signal?: AbortSignal
}

export type GlobResult =
  | { ok: true; paths: string[]; truncated: boolean; engine: SearchEngine }
  | { ok: false; message: string }

export interface GrepQuery {
  /** A regular expression in ripgrep's syntax. */
  pattern: string
  /** Folder or file to look in; the root when left out. */
  path?: string
  /** Only files whose path fits; without a slash it matches at any depth. */
  glob?: string
  /** Lines shown around each match. */
  context?: number
  ignoreCase?: boolean
  signal?: AbortSignal
}

export interface GrepLine {
  path: string
  /** Counted from 1. */
  line: number
  text: string
  /** false: a line of context. */
  match: boolean
}

export type GrepResult =
  | { ok: true; lines: GrepLine[]; truncated: boolean; engine: SearchEngine }
  | { ok: false; message: string }

export type SearchEngine = 'ripgrep' | 'walk'
