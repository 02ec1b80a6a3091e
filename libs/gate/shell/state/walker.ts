import type { Function as ShellFunction } from 'unbash'
import type { Expander } from './expander.js'
import type { State, Values } from './state.js'
import type { Field, Output, Seen, Use } from './types.js'

/** One walk over one shell text: what it found, and what its readers may call. */
export interface Walker extends Expander {
  readonly seen: Seen
  /** Texts that the command prints or feeds, and so may write into a file. */
  readonly written: string[]
  /** Counts a node; false when the text is too large to go on. */
  enter(): boolean
  unsure(why: string): void
  /** A word that the program takes for a path. */
  usePath(field: Field, access: Use['access'], state: State): void
  /** A word that may be a path: what is unknown of it is no reason to ask. */
  tryPath(field: Field, access: Use['access'], state: State): void
  part(words: readonly (string | null)[], state: State, unsafe: string | null): void
  /**
   * The text itself creates this file (`text`) or a name that leads elsewhere (`place`); `plain`: a file by a redirect,
   * which is surely no link.
   */
  noteCreated(field: Field, state: State, what: 'text' | 'place' | 'plain'): void
  /** Whether an earlier part of the text created the path; `name`: or a file with this ending. */
  isCreated(path: string, what: 'text' | 'place' | 'plain' | 'name'): boolean
  /** How many names the text creates so far, what it unpacks into a folder left out. */
  created(): number
  /** Walks a loop's body once more: what an earlier round unpacked into a folder does not count as created. */
  nextRound<T>(walk: () => T): T
  /** A variable set for one command alone. */
  setFor(name: string, values: Values, state: State): void
  /** A variable set for the shell itself. */
  keep(name: string, values: Values, state: State): void
  /** A function that may never be called: walked last. */
  later(node: ShellFunction, state: State): void
  /** A text that runs at the end, as a trap does, in the state that the shell is in then. */
  runAtEnd(text: string, state: State): void
  /** Walks what was left for the end. */
  finish(): void
  /** Reads a simple command: its words as fields, the program first. */
  inspect(fields: readonly Field[], state: State): Output
  /** Walks a node of the grammar, such as a function's body. */
  node(node: ShellFunction['body'], state: State): Output
  /** Walks a text in the shell itself: what it sets stays. */
  shared(text: string, state: State): Output
  /** Walks a text for the denied files that it names, and for nothing else. */
  inspectQuietly(text: string, state: State): void
  /** Denied files that a text names, which do not count against the command. */
  deniedIn(text: string, state: State): string[]
  /** Walks a text as the inside of something, one level deeper. */
  inside(text: string, state: State): Output
}
