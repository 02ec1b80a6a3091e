import { LIMITS } from '#core'
import type { Bound } from './errors.js'
import { seconds } from './timers.js'

const TEXTS: Record<Bound, () => string> = {
  text: () => `its text passed ${count(LIMITS.replyTextChars)} characters`,
  thinking: () => `its thinking passed ${count(LIMITS.replyThoughtChars)} characters`,
  arguments: () =>
    `the arguments of its calls passed ${count(LIMITS.replyArgumentChars)} characters`,
  calls: () => `it has more than ${LIMITS.replyCalls} calls`,
  event: () => `one event passed ${count(LIMITS.eventBytes)} bytes`,
  answer: () => `it passed ${count(LIMITS.answerBytes)} bytes`,
  document: () => `it passed ${count(LIMITS.documentBytes)} bytes`,
  time: () => `the server sent signs of life and no token for ${seconds(LIMITS.usefulMs)} or more`,
}

/** A clause that says which bound an answer passed. */
export function describeBound(bound: Bound): string {
  return TEXTS[bound]()
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
