import { LIMITS } from '#core'

/** The bounds of an answer; each has its limit in core's LIMITS. */
export type Bound =
  | 'text'
  | 'thinking'
  | 'arguments'
  | 'calls'
  /** One event or one line. */
  | 'event'
  /** All bytes of the answer. */
  | 'answer'
  /** All bytes of a document. */
  | 'document'
  /** Signs of life without a token. */
  | 'time'

/** An answer passed a bound while it was read. */
export class BoundError extends Error {
  readonly bound: Bound
  constructor(bound: Bound) {
    super(describeBound(bound))
    this.name = 'BoundError'
    this.bound = bound
  }
}

const MINUTE_MS = 60_000
const TEXTS: Record<Bound, () => string> = {
  text: () => `its text passed ${count(LIMITS.replyTextChars)} characters`,
  thinking: () => `its thinking passed ${count(LIMITS.replyThoughtChars)} characters`,
  arguments: () =>
    `the arguments of its calls passed ${count(LIMITS.replyArgumentChars)} characters`,
  calls: () => `it has more than ${LIMITS.replyCalls} calls`,
  event: () => `one event passed ${count(LIMITS.eventBytes)} bytes`,
  answer: () => `it passed ${count(LIMITS.answerBytes)} bytes`,
  document: () => `it passed ${count(LIMITS.documentBytes)} bytes`,
  time: () =>
    `the server sent signs of life and no token for ${LIMITS.usefulMs / MINUTE_MS} minutes or more`,
}

/** A clause that says which bound an answer passed. */
export function describeBound(bound: Bound): string {
  return TEXTS[bound]()
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
