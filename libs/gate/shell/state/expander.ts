import type { ParsedScript } from 'unbash'
import type { State } from './state.js'
import type { Disk, Output } from './types.js'

/** Names that patterns of one command text may still read; below zero the answer is "unsure". */
export interface PatternBudget {
  left: number
}

/** What expansion needs of the walk: the disk, and what a substitution prints. */
export interface Expander {
  disk: Disk
  patterns: PatternBudget
  capture(script: ParsedScript | undefined, state: State): Output
  /** Walks a process substitution; what comes out of it is a descriptor. */
  connect(script: ParsedScript | undefined, operator: '<' | '>', state: State): void
  /** Walks a text that the shell will expand once more; null: it is unknown. */
  again(text: string | null, state: State): void
  /** A pattern, which may also match what the same text creates. */
  globbed(pattern: string, raw: string, state: State): void
  /** A folder whose names a pattern shows. */
  listed(folder: string, raw: string, state: State): void
}
