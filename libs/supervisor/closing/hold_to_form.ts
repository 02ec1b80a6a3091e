import { END_TEXTS } from '#core'
import type { Deps } from '../deps/deps.js'
import { spokenSince } from '../guards/spoken.js'
import type { Frame } from '../step/frame.js'
import type { Closing } from './closing.js'

/** The name of its corrections in the rows: a kill forgets none. */
const NAME = 'answer_form'
/** Corrections of an answer since the user last wrote. */
const MOST = 2

/**
 * Holds the end of a task to the form that its answer must have: a correction twice, then the task fails. An answer that
 * has the form is stored alone, because a program reads it: what of it is not proven is in the other fields.
 */
export function holdToForm(
  closing: Closing,
  frame: Frame,
  { answer, ...deps }: Pick<Deps, 'ledger' | 'registry' | 'answer'>,
): Closing {
  const { end } = closing
  if (answer === undefined || end === undefined) return closing
  if (end.status !== 'resolved' && end.status !== 'unproven') return closing
  const said = frame.closed?.summary ?? frame.reply.text
  const problem = answer.problem(said)
  if (problem === null) return { ...closing, end: { ...end, text: answer.bare(said) } }
  const corrected = spokenSince(frame, deps).filter(({ name }) => name === NAME).length
  if (corrected < MOST) {
    const text = `${END_TEXTS.misfit}: ${problem}. Give the answer again as JSON that fits it, with no other text.`
    return { corrections: [text], nudged: true, guards: [NAME] }
  }
  const text = `${END_TEXTS.misfit} after ${MOST} corrections: ${problem}. It was:\n${said.trim()}`
  return { ...closing, end: { ...end, status: 'failed', text, proven: false } }
}
