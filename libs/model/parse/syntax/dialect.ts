import type { Source } from '../../text/source.js'
import type { Offer } from '../calls/offered_tools.js'
import type { WrittenCall } from '../calls/written_call.js'

/** What was read at a mark. `end` is the index after it. */
export type Found =
  | { kind: 'calls'; calls: WrittenCall[]; end: number }
  /** An invalid call. */
  | { kind: 'broken'; why: string; name?: string | undefined }
  /** Thinking or a wrapper, which is not part of the answer's text. */
  | { kind: 'thought'; thought: string; end: number }
  /** The end of the model's turn: the text after it is invented. */
  | { kind: 'over' }
  | { kind: 'none' }

/** One format of calls as text. A new one is a file in `dialects/`. */
export interface Dialect {
  /** Equals the file's name. */
  name: string
  /** Literal starts; `read` is called only where one of them occurs. */
  marks(tools: readonly string[]): readonly string[]
  /** Reads a call that starts at `at` with `mark`. Never throws, never reads before `at`. */
  read(source: Source, at: number, context: { mark: string; offer: Offer }): Found
  /** The calls as a model of this family writes them; used in prompts and in test cases. */
  write(calls: readonly WrittenCall[]): string
}

export const NONE: Found = { kind: 'none' }

export function broken(why: string, name?: string): Found {
  return { kind: 'broken', why, name }
}
