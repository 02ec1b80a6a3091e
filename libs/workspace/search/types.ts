export type SearchEngine = 'ripgrep' | 'walk'

export interface GlobQuery {
  pattern: string
  /** Folder to search; the root when omitted. */
  path?: string
  signal?: AbortSignal
}

export type GlobResult =
  | {
      ok: true
      paths: string[]
      truncated: boolean
      engine: SearchEngine
      /** Folders that cannot be listed, relative to the root. */
      closed?: string[]
      /** See GrepResult. */
      oddIgnores?: string[]
      /** See Skipped. */
      own?: string | null
    }
  | { ok: false; message: string }

export interface GrepQuery {
  /** A regular expression in ripgrep's syntax. */
  pattern: string
  /** Folder or file to search; the root when omitted. */
  path?: string
  /** Only files whose path matches; a glob without a slash matches at any depth. */
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

/** What a search left out. */
export interface Skipped {
  /** Files above the size limit, relative to the root. */
  large: string[]
  /** Files that are not text, of those whose heads were read. */
  binary: string[]
  /** Files that the user may not read. */
  unreadable: string[]
  /** Folders that the user may not list. */
  closed: string[]
  /** Number of denied files. */
  denied: number
  /** The project has a .gitignore, whose files are not searched. */
  ignores: boolean
  /** Files and folders beside the searched ones that a .gitignore excludes; a folder ends with a slash. */
  ignored: string[]
  /** The folder with aircoder's own files in the searched folder: see LEFT_FOLDERS. null: there is none. */
  own: string | null
}

export type GrepResult =
  | {
      ok: true
      lines: GrepLine[]
      truncated: boolean
      engine: SearchEngine
      /** null after a search that ended early. */
      skipped: Skipped | null
      /** `.gitignore` files that are pipes, devices or huge: their lines were not applied. Relative to the root. */
      oddIgnores?: string[]
    }
  | { ok: false; message: string }

/** A found line with the absolute path of its file. */
export interface FoundLine {
  file: string
  /** Counted from 1. */
  line: number
  text: string
  /** false: a line of context. */
  match: boolean
}

/** Takes one found line; returns false when there is no room for more. */
export type AddLine = (found: FoundLine) => boolean

export type GrepEnd = { ok: true; truncated: boolean } | { ok: false; message: string }

/** What the two search engines need besides the files. */
export interface GrepTask {
  query: GrepQuery
  signal: AbortSignal
  add: AddLine
}
