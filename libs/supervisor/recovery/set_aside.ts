import { stepMessages } from '#context'
import {
  AircoderError,
  type Event,
  type EvidenceDraft,
  type Reply,
  RunEndedError,
  summarise,
} from '#core'
import type { StepCommit } from '#ledger'
import { type Committed, commitStep } from '../closing/commit_step.js'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered } from '../step/frame.js'

/**
 * Commits a step that was recovered. A stored decision that cannot be committed would fail at each resume, so it is
 * set aside: a step with a diagnostic takes its place.
 * @returns null: it was set aside
 */
export function* commitRecovered(
  frame: Frame,
  damage: string | null,
  deps: Deps,
): Generator<Event, Committed | null> {
  if (damage !== null) return yield* setAside(frame, damage, deps)
  try {
    return commitStep(frame, deps)
  } catch (error) {
    // A full disk and the like have nothing to do with the decision.
    if (error instanceof AircoderError || error instanceof RunEndedError) throw error
    return yield* setAside(frame, error instanceof Error ? error.message : String(error), deps)
  }
}

function* setAside(frame: Frame, reason: string, deps: Deps): Generator<Event, null> {
  const { view, number, estimatedTokens } = frame
  const message = `The stored decision of step ${number} cannot be committed (${summarise(reason)}). It was set aside. Its calls are not run again. What they already changed is kept.`
  const problem = { code: 'inference_error' as const, message }
  const reply: Reply = { ...EMPTY, problem }
  const row: EvidenceDraft = {
    kind: 'diagnostic',
    subject: 'recovery/set_aside',
    summary: summarise(message),
    payload: Buffer.from(JSON.stringify(frame.reply)),
    facts: { code: 'set_aside' },
  }
  const step: StepCommit = {
    taskId: view.task.id,
    step: number,
    reply,
    estimatedTokens,
    outcomes: [],
    evidence: [...ordered(frame).flatMap(({ evidence }) => evidence), row],
    append: stepMessages(reply, [], [message]),
    plan: [],
    nudged: false,
  }
  try {
    deps.ledger.commit(step)
  } catch (error) {
    if (error instanceof AircoderError) throw error
    // One of its own rows is what cannot be stored.
    deps.ledger.commit({ ...step, evidence: [row] })
  }
  yield { type: 'note', text: message }
  return null
}

const EMPTY = { text: '', reasoning: '', calls: [], finishReason: null, usage: null }
