import { LIMITS, type Problem, problemLine, type Reply } from '#core'
import type { Frame } from '../step/frame.js'
import type { Closing } from './closing.js'

/** Closes a step whose reply could not be used: with a correction, or with the end of the task. */
export function closeProblem({ view, reply }: Frame, problem: Problem): Closing {
  const inARow = view.problemsInARow + 1
  // A reply that ran calls made progress.
  if (inARow >= LIMITS.problemsInARow && reply.calls.length === 0) {
    const isCut = reply.finishReason === 'length' || /finish_reason length/.test(problem.message)
    const way = isCut ? ' A larger output limit may help: AIRCODER_MAX_OUTPUT.' : ''
    const text = `gave up after ${inARow} replies in a row that could not be used: ${problemLine(problem)}${way}`
    return {
      corrections: [],
      nudged: false,
      end: { status: 'failed', text, cites: [], proven: false },
    }
  }
  const text = correctionFor(problem, reply.calls)
  return { corrections: text === null ? [] : [text], nudged: false }
}

const LESS_REGULAR =
  'If you need such a regular text, write a short program that creates it. Otherwise do something different.'

/** The correction for a reply that could not be used; null where the endpoint caused the problem. */
function correctionFor(
  { code, message, excerpt, refused }: Problem,
  calls: Reply['calls'],
): string | null {
  // The call itself stays in the history.
  if (refused !== undefined) return message
  const quoted = excerpt ? `\nIt reads: ${excerpt}` : ''
  if (code === 'parser_error') {
    const lead = calls.length === 0 ? 'Your last reply could not be read. ' : ''
    return `${lead}${message}${quoted}`
  }
  if (code === 'repetition') return `${message} ${LESS_REGULAR}${quoted}`
  if (code === 'too_long') return message
  if (code === 'thinking_budget')
    return `${message} Stop thinking. Make the next call now, or give the answer.`
  return null
}
