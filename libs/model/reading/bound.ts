import { figure, LIMITS } from '#core'

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
  text: () => `its text passed ${figure(LIMITS.replyTextChars)} characters`,
  thinking: () => `its thinking passed ${figure(LIMITS.replyThoughtChars)} characters`,
  arguments: () =>
    `the arguments of its calls passed ${figure(LIMITS.replyArgumentChars)} characters`,
  calls: () => `it has more than ${LIMITS.replyCalls} calls`,
  event: () => `one event passed ${figure(LIMITS.eventBytes)} bytes`,
  answer: () => `it passed ${figure(LIMITS.answerBytes)} bytes`,
  document: () => `it passed ${figure(LIMITS.documentBytes)} bytes`,
  time: () =>
    `the server sent signs of life and no token for ${LIMITS.usefulMs / MINUTE_MS} minutes or more`,
}

/** A clause that says which bound an answer passed. */
export function describeBound(bound: Bound): string {
  return TEXTS[bound]()
}
