import type { State } from '../state/state.js'
import type { Field, Output } from '../state/types.js'
import type { Walker } from '../state/walker.js'

/** A program that is about to run: its name without folders, its arguments, and what it finds. */
export interface Call {
  name: string
  args: readonly Field[]
  state: State
  walker: Walker
}

/**
 * Reads the command lines of one program or of a family: which words are paths, which are text, which run
 * something, and whether it is safe. Each file of `programs/` exports one; its `name` is the file's.
 */
export interface ProgramReader {
  name: string
  /** Names of programs, separated by blanks, and how they take their words. */
  programs: Record<string, Spec>
  /** Names with a version or a prefix in them, such as `python3.11`. */
  pattern?: RegExp
  /**
   * Reads what a row cannot say.
   * @returns null: the row reads the rest
   */
  inspect?(call: Call): Output | null
}

/** How a program takes its words. Lists of options are separated by blanks, with their dashes. */
export interface Spec {
  /**
   * The meaning of words that are no options: files that are read or written, `copy` (the last one is
   * written), text, `pattern` (the first is text), `names` (only names and sizes are shown),
   * `try` (unknown).
   */
  operands: 'read' | 'write' | 'copy' | 'text' | 'pattern' | 'names' | 'try'
  /** Options followed by a text, by a path that is read, by one that is written, by a mere value. */
  text?: string
  path?: string
  /** Options followed by a file that lists the names of other files. */
  list?: string
  write?: string
  value?: string
  /** Options followed by a text in which `@` comes before the name of a file. */
  at?: string
  /** Options followed by a command. */
  code?: string
  /** `--` hands on what follows to another program, options too. */
  through?: true
  /** Options that give the pattern, so that the first operand is a file. */
  gives?: string
  /** With these options folders are read or changed as a whole; `always` without any. */
  tree?: string
  /** `A=b` among its words sets what it runs or with what. */
  sets?: true
  /** `+text` is a command of its own. */
  plus?: true
  /** The first words name an action and an archive. */
  verb?: true
  /** On the list of safe commands, except with these options. */
  safe?: string
  /** Safe also with words that are computed. */
  safeComputed?: true
  /**
   * What the written operands are afterwards: `nothing` new, mere `files`, `links`, or what was
   * `moved` there. Left out: files, and links where an option copies them.
   */
  creates?: 'nothing' | 'files' | 'links' | 'moved'
  /** It unpacks files into the current folder. */
  unpacks?: true
  /** What it prints; unknown when left out. */
  prints?(call: Call): Output
}

/** The row of a program that no file knows: every word is tried as a path. */
export const UNKNOWN_PROGRAM: Spec = { operands: 'try' }

/** The readers of all known programs. */
export interface Programs {
  find(name: string): { reader: ProgramReader; spec: Spec | null } | null
  list(): readonly ProgramReader[]
}

/**
 * Finds readers by the name of a program.
 * Two readers that claim one name are a bug: the first to be asked would hide the other.
 */
export function indexPrograms(readers: readonly ProgramReader[]): Programs {
  const byName = new Map<string, { reader: ProgramReader; spec: Spec | null }>()
  for (const reader of readers)
    for (const [names, spec] of Object.entries(reader.programs))
      for (const name of names.split(' ')) {
        const other = byName.get(name)?.reader.name
        if (other !== undefined)
          throw new Error(
            `${name} is claimed by programs/${other}.ts and programs/${reader.name}.ts`,
          )
        byName.set(name, { reader, spec })
      }
  const patterns = readers.filter(({ pattern }) => pattern !== undefined)
  return {
    list: () => readers,
    find(name) {
      const reader = patterns.find(({ pattern }) => pattern?.test(name))
      return byName.get(name) ?? (reader === undefined ? null : { reader, spec: null })
    },
  }
}
