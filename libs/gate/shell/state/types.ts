import type { GitMove, Workspace } from '#workspace'

/** A word after expansion. One word of the text may become several, or stay unknown. */
export interface Field {
  /** What the program will get; null where that is unknown. */
  text: string | null
  /** As it was written. */
  raw: string
  /** It came out of a pattern, so the author did not name it. */
  globbed: boolean
  /** Unknown, but surely no denied path. */
  harmless: boolean
  /** One of several ways in which a word may turn out. */
  several?: boolean
  /** Where the unknown text may be a list of denied paths. */
  hits?: readonly string[]
  /** The files that the unknown text may be, absolute; null: too many to read. */
  files?: () => readonly string[] | null
}

/** What a command prints, as far as it is known. */
export type Output =
  | { kind: 'text'; text: string }
  /** Names of files; `hits` are the denied ones among them. */
  | {
      kind: 'names'
      hits: readonly string[]
      picked: boolean
      /** All of them, absolute; null: too many to read. */
      files?: () => readonly string[] | null
    }
  /** Digits alone. */
  | { kind: 'number' }
  /** `from`: the one file whose bytes these are, absolute; packed or unpacked. */
  | { kind: 'unknown'; from?: string }
  /** Standard input that was not redirected: commands run with none. */
  | { kind: 'none' }
  /** Bytes of a file that was named. */
  | { kind: 'file'; path: string | null }
  /** An archive of files that were checked. */
  | { kind: 'packed' }

/** A path that a command uses, absolute, as the shell would open it (`..` not yet taken out). */
export interface Use {
  given: string
  path: string
  /**
   * `mention`: checked by the deny rules only, such as a program to start or a path on another
   * machine. `list`: a name that a pattern found is shown.
   */
  access: 'read' | 'write' | 'mention' | 'list'
  /** false: the word may be a path, and was tried as one. */
  sure: boolean
}

/** One simple command with its words resolved. */
export interface Part {
  words: readonly (string | null)[]
  /** Why it is not on the list of safe commands; null when it is. */
  unsafe: string | null
  /** The folder that it runs in, where that is not the one that the text begins in; null: unknown. */
  at?: string | null
  /** What it was run by or with: sudo, xargs, bash -c, `NAME=` for a variable set for it … */
  wrappers: string[]
}

/** What the walk found in one shell text. */
export interface Seen {
  parts: Part[]
  uses: Use[]
  /** Why it is unknown what the text does; the first reason is shown. */
  unsure: string[]
  /** Redirects into files, which no safe command has. */
  writes: boolean
}

/** What an answer about the disk costs nothing to know. */
export interface Disk {
  home: string | null
  /** The deny rule that covers a path; null when none does. */
  denied(path: string): string | null
  kind(path: string): 'file' | 'folder' | 'link' | 'other' | null
  names(folder: string): readonly string[]
  /** Text of a small file that is not denied; null otherwise. */
  text(path: string): string | null
  /** Denied files below a folder, absolute. */
  deniedBelow(folder: string): { paths: readonly string[]; complete: boolean }
  /** Whether git has the file in its index; true when unknown. */
  tracked(path: string): boolean
  /** Whether a .gitignore leaves it out of git; false when unknown. */
  ignored(path: string): boolean
  /** Denied paths that git would change in moving between commits; null when git cannot tell. */
  deniedInMove(folder: string, move: GitMove): readonly string[] | null
  /** The names in an archive, by its absolute path. */
  archiveNames: Workspace['archiveNames']
  /** The command that an alias of git means; null: there is none of this name. */
  gitAlias(folder: string, name: string): string | null
  /** A remote whose address holds a password; null when none does. */
  remoteWithSecret(folder: string): string | null
}

export const UNKNOWN: Output = { kind: 'unknown' }
export const NOTHING: Output = { kind: 'none' }

export function known(text: string): Field {
  return { text, raw: text, globbed: false, harmless: false }
}

export function unknown(raw: string, harmless = false): Field {
  return { text: null, raw, globbed: false, harmless }
}
