import { budgetFor, estimateMessages, recallNote, stepMessages } from '#context'
import { LIMITS } from '#core'
import type { Deps } from '../deps/deps.js'
import { rowsForPrompt } from '../request/input/prompt_input.js'
import { type Frame, numberOutcomes } from '../step/frame.js'
import { windowOf } from '../window/window.js'

type RecallDeps = Pick<Deps, 'ledger' | 'workspace' | 'endpoint' | 'assembleMode' | 'ablate'>
type Step = Pick<Frame, 'view' | 'number' | 'reply' | 'estimatedTokens' | 'outcomes'>

/** In a larger window it costs more than it gives (docs/design/prompt.md#retrieval). */
const LARGEST_WINDOW = 8_192
/** Share of the usable window that one note may take, and the least that says something, in tokens. */
const MOST_SHARE = 0.14
const LEAST_TOKENS = 80
/** Steps that the window keeps room for after those of the gap. */
const LATER_STEPS = 2
/** What a later step takes at least, and at most, as far as it is guessed; a share of the usable window. */
const STEP_SHARE = 0.05
const LARGE_STEP_SHARE = 0.1
/** Steps whose size is the guess for the next ones. */
const GUESS_STEPS = 5

/**
 * What the newest calls are about and a rebuild has dropped, for the result of the step; '' where there is nothing, or no
 * room. It comes from committed rows and the frame alone.
 */
export function recallSeen(step: Step, deps: RecallDeps): string {
  const { view, reply } = step
  const window = windowOf(view, deps)
  if (window <= LIMITS.leastToolsWindow || window > LARGEST_WINDOW) return ''
  if (deps.assembleMode === 'always' || deps.ablate?.includes('recall') === true) return ''
  if (reply.calls.length === 0 || reply.problem !== null) return ''
  const last = deps.ledger.rebuilds(view.task.id, 1).at(0)
  if (last === undefined || last.step === 0) return ''
  const added = stepMessages(reply, numberOutcomes(step), [])
  const budgetTokens = roomFor(step, { window, added: estimateMessages(added), since: last.step })
  if (budgetTokens < LEAST_TOKENS) return ''
  const head = view.generation?.head ?? []
  const { task, plan } = view
  const input = {
    task: task.text,
    additions: [],
    earlier: [],
    plan,
    project: { testCommand: null, entries: [] },
    ...rowsForPrompt(task.id, deps),
  }
  const calls = reply.calls.flatMap(({ arguments: given }) => Object.values(given).map(String))
  const shown = [...head, ...view.tail.map(({ message }) => message), ...added]
  return recallNote(input, { now: [reply.text, ...calls].join('\n'), shown, budgetTokens })
}

interface Room {
  window: number
  /** Tokens that the step adds to the prompt. */
  added: number
  /** The step of the newest rebuild. */
  since: number
}

/** What is free less what the steps take that must fit before the next rebuild may come. */
function roomFor({ view, number, estimatedTokens }: Step, { window, added, since }: Room): number {
  const { usableTokens } = budgetFor(window)
  const factor = view.session.tokenFactor
  const left = Math.max(LATER_STEPS, LIMITS.rebuildGapSteps + 1 - (number - since))
  const guess = Math.max(usableTokens * STEP_SHARE, stepTokens(view) * factor)
  const reserved = left * Math.min(guess, usableTokens * LARGE_STEP_SHARE)
  const free = usableTokens * LIMITS.rebuildAtShare - estimatedTokens - added * factor - reserved
  return Math.floor(Math.min(usableTokens * MOST_SHARE, free) / factor)
}

/** Mean of what the newest steps took. */
function stepTokens({ tail, task }: Step['view']): number {
  const newest = tail.filter(
    (item) => item.taskId === task.id && item.step > task.step - GUESS_STEPS,
  )
  const texts = newest.map(({ message }) => message)
  return estimateMessages(texts) / Math.max(1, Math.min(GUESS_STEPS, task.step))
}
