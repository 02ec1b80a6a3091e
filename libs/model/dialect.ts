import { discover } from '#core'
import type { Offer } from './offer.js'
import type { Source } from './source.js'

/** A call as a text says it: the name as written, the values not yet bent to a schema. */
export interface SaidCall {
  name: string
  arguments: Record<string, unknown>
  /** Values are the text between two tags: what is no string by the schema is still to be read. */
  plain?: boolean
  /** One of the three one-line actions, known whether offered as a tool or not. */
  action?: boolean
  /** Closers were missing at its end, so that more may have been meant to come. */
  unclosed?: boolean
}

/** What stands at a mark. `end` is the place behind it. */
export type Found =
  | { kind: 'calls'; calls: SaidCall[]; end: number }
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
  write(calls: readonly SaidCall[]): string
}

/** The dialects that ship, one a file, in the order of their names. */
export function loadDialects(): Promise<Dialect[]> {
  return discover<Dialect>(new URL('./dialects/', import.meta.url))
}

export const NONE: Found = { kind: 'none' }

export function broken(why: string, name?: string): Found {
  return { kind: 'broken', why, name }
}
