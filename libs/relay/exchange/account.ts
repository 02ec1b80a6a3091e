import type { Ending } from '../upstream/engine.js'

/** The result of one exchange, for the log line, metrics and usage. */
export interface Account {
  outcome: string
  queueMs: number
  /** From the slot to the engine's first byte; null: there was none. */
  firstByteMs: number | null
  /** From the slot to the first event of the answer; headers and comments do not count. */
  firstTokenMs: number | null
  upstreamMs: number
  /** Events of the answer that were written, without comments. */
  events: number
  /** true: it got a slot. */
  began: boolean
  /** true: the model had to be loaded for it. */
  cold: boolean
  /** After the client left: milliseconds until the engine's work was cancelled and the slot was free. */
  freed: Promise<number> | null
  ending: Ending | null
  /** An error of the proxy itself, to be logged with its stack; the client did not see it. */
  bug: unknown
}
