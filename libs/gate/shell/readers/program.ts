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

/** What is known of one program, or of a family that works alike. */
export type Program = (call: Call) => Output

/** How a program takes its words. Lists of options are blank-separated, with their dashes. */
export interface Spec {
  /**
   * What words that are no options mean: files that are read or written, `copy` (the last one is
   * written), text, `pattern` (the first is text), `names` (only names and sizes are shown),
   * `try` (nobody knows).
   */
  operands: 'read' | 'write' | 'copy' | 'text' | 'pattern' | 'names' | 'try'
  /** Options followed by a text, by a path that is read, by one that is written, by a mere value. */
  text?: string
  path?: string
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
  /** The first words say what to do and to which archive. */
  verb?: true
  /** On the list of safe commands, but for these options. */
  safe?: string
}
