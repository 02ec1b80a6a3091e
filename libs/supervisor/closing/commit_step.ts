import { userMessage } from '#context'
import type { Evidence, EvidenceDraft } from '#core'
import { NumbersMovedError, type StepCommit, type TaskEnd } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { spokenNow } from '../guards/spoken.js'
import { withPlace } from '../loops/past.js'
import { backgroundRows, toStored } from '../proof/end_rows.js'
import { invalidEvidence, problemEvidence } from '../reply/problem.js'
import { shortenRepeats } from '../request/shorten_repeats.js'
import { messagesOfStep } from '../request/step_messages.js'
import { type Frame, numberOutcomes, ordered } from '../step/frame.js'
import { renameRows } from '../step/rename_rows.js'
import { skippedRows } from '../undo/skipped_rows.js'
import { learnedFactor } from '../window/token_factor.js'
import { closeStep } from './close_step.js'

/** A step that is in the ledger. */
export interface Committed {
  evidence: Evidence[]
  corrections: string[]
  /** The reply had no calls of its own, and was not accepted as the end. */
  nudged: boolean
  /** Set when the step ended the task. */
  end: TaskEnd | undefined
}

/**
 * Writes the whole step in one transaction. What the user wrote during the step is delivered with it.
 * Another session may take evidence numbers meanwhile: then nothing was written, and the step is made again
 * with the next numbers.
 */
export function commitStep(frame: Frame, deps: Deps): Committed {
  const said = deps.person.takeMessages?.() ?? []
  for (;;) {
    try {
      return commitNumbered(frame, said, deps)
    } catch (error) {
      if (!(error instanceof NumbersMovedError)) throw error
      renameRows(frame, error.firstEvidence)
    }
  }
}

function commitNumbered(frame: Frame, said: readonly string[], deps: Deps): Committed {
  const { corrections, nudged, guards = [], end: closingEnd, doubt } = closeStep(frame, deps)
  // A new message from the user keeps the task open: it may ask for more. So does a question that the user left.
  const end = said.length > 0 || frame.isLeft ? undefined : closingEnd
  const shown = shortenRepeats(frame, numberOutcomes(frame), deps)
  const outcomes = ordered(frame)
  // A correction stays the last thing that the model reads.
  const notes = [...(end === undefined ? frame.guides : []), ...corrections, ...frame.notes]
  const added = { outcomes: shown, notes, said: said.map(userMessage) }
  const background = end === undefined ? [] : backgroundRows(frame)
  const stored = doubt ? { doubt: toStored(doubt, frame, deps) } : {}
  const { evidence } = deps.ledger.commit({
    taskId: frame.view.task.id,
    step: frame.number,
    reply: frame.reply,
    estimatedTokens: frame.estimatedTokens,
    firstEvidence: frame.view.nextEvidence,
    outcomes: outcomes.map((outcome) => withPlace(outcome, frame, deps)),
    evidence: [
      ...frame.attached,
      ...problemEvidence(frame.reply),
      ...invalidEvidence(frame.reply, outcomes),
      ...said.map(saidEvidence),
      ...background,
      ...skippedRows(frame, deps),
    ],
    append: messagesOfStep(frame, added, deps),
    plan: end === undefined ? frame.plan.filter((change) => !closesTask(change)) : frame.plan,
    nudged,
    guards: [...spokenNow(frame).map(({ name }) => name), ...guards],
    ...(said.length > 0 && { waiting: deps.person.stillWaiting?.() }),
    ...learnedFrom(frame),
    ...(end === undefined ? {} : { end: { ...end, ...stored } }),
  })
  return { evidence, corrections, nudged, end }
}

/** What the step showed about tokenizer and window. */
function learnedFrom(frame: Frame): Pick<StepCommit, 'learned'> {
  const tokenFactor = learnedFactor(frame)
  const learned = {
    ...(tokenFactor === null ? {} : { tokenFactor }),
    ...(frame.servedTokens === null ? {} : { windowTokens: frame.servedTokens }),
  }
  return Object.keys(learned).length === 0 ? {} : { learned }
}

function saidEvidence(text: string): EvidenceDraft {
  return {
    kind: 'decision',
    subject: 'user',
    summary: `the user added: ${text.slice(0, 160)}`,
    payload: Buffer.from(text),
    facts: { author: 'user' },
  }
}

function closesTask({ node }: Frame['plan'][number]): boolean {
  return node.kind === 'root' && node.status === 'resolved'
}
