import type { Source } from '../../text/source.js'
import type { Offer } from '../calls/offered_tools.js'
import type { WrittenCall } from '../calls/said_call.js'

/** What stands at a mark. `end` is the place behind it. */
export type Found =
  | { kind: 'calls'; calls: WrittenCall[]; end: number }
  /** Meant as a call, but not one that can be run. */
  | { kind: 'broken'; why: string; name?: string | undefined }
  /** Thinking or wrapping: no part of the answer's text. */
  | { kind: 'thought'; thought: string; end: number }
  /** The end of what the model may say: what follows was invented. */
  | { kind: 'over' }
  | { kind: 'none' }

/** One way of writing calls as text. Adding one is a file in `dialects/`. */
export interface Dialect {
  /** Equals the file's name. */
  name: string
  /** Literal beginnings; `read` is asked only where one of them stands. */
  marks(tools: readonly string[]): readonly string[]
  /** Reads what begins at `at`, where `mark` stands. Never throws, never looks before `at`. */
  read(source: Source, at: number, mark: string, offer: Offer): Found
  /** The calls as a model of this family writes them: teaches the form, and makes test cases. */
  write(calls: readonly WrittenCall[]): string
}

export const NONE: Found = { kind: 'none' }

export function broken(why: string, name?: string): Found {
  return { kind: 'broken', why, name }
}
