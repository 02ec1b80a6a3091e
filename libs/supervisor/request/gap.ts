import { budgetFor } from '#context'
import { estimateTokens, LIMITS } from '#core'
import type { Rebuild, View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { windowOf } from '../window/window.js'

type GapDeps = Pick<Deps, 'ledger'>

/** The last step before the newest rebuild of the task; null: its first prompt is still in use. */
function rebuiltAfter(view: View, { ledger }: GapDeps): number | null {
  return ledger.rebuilds(view.task.id, 1).at(0)?.step ?? null
}

/** Whether a rebuild before the next request would come too soon after the last one. */
export function isInGap(view: View, deps: GapDeps): boolean {
  const last = rebuiltAfter(view, deps)
  return last !== null && view.task.step - last < LIMITS.rebuildGapSteps
}

/** Rebuilds that came within LIMITS.rebuildGapSteps steps of the one before, because the prompt was full again. */
export function earlyRebuilds(rebuilds: readonly Rebuild[]): number {
  return rebuilds.filter(({ step, reason }, at) => {
    const before = rebuilds[at - 1]
    const isSoon = before !== undefined && step - before.step < LIMITS.rebuildGapSteps
    return isSoon && reason === 'watermark'
  }).length
}

/** Tokens of a later step in the gap that stay reserved: an average reply, and the smallest result. */
const REPLY_SHARE = 0.022
/**
 * Tokens of a later step, and the smallest result, in the smallest windows. Six useful reads do not fit there: the first
 * ones get most of the room, and the average step is an edit, a search or a test run.
 */
const SMALL = { step: 150, result: 110 }
/** How much of what is free beyond this reserve one step may take: the first result after a rebuild is needed most. */
const STEP_SHARE = 0.7

/**
 * Tokens for all results of a step, so that the steps up to the next allowed rebuild fit too. A rebuild that comes
 * sooner costs more than a result that is cut and read on by its lines. Infinity: there is no limit.
 */
export function roomInGap(
  {
    view,
    number,
    reply,
    estimatedTokens,
  }: Pick<Frame, 'view' | 'number' | 'reply' | 'estimatedTokens'>,
  deps: Pick<Deps, 'ledger' | 'endpoint' | 'assembleMode'>,
): number {
  const last = rebuiltAfter(view, deps)
  const left = last === null ? -1 : last + LIMITS.rebuildGapSteps - number
  if (left < 0 || deps.assembleMode === 'always') return Number.POSITIVE_INFINITY
  const window = windowOf(view, deps)
  const said = estimateTokens(
    reply.text + JSON.stringify(reply.calls.map((call) => call.arguments)),
  )
  const free = budgetFor(window).usableTokens - estimatedTokens - said * view.session.tokenFactor
  const isSmall = window <= LIMITS.leastToolsWindow
  const each = isSmall ? SMALL.step : window * REPLY_SHARE + leastResult(window)
  return Math.max(leastResult(window), (free - left * each) * (left === 0 ? 1 : STEP_SHARE))
}

/** Tokens of a later reply that stay reserved at least, in all but the smallest windows: a call of a few lines. */
const LEAST_REPLY = 160

/**
 * Tokens that the messages of a step may take in the prompt, so that the smallest steps up to the next allowed rebuild
 * fit too: what the model wrote is shortened where it takes more. Infinity: there is no limit.
 */
export function roomForStep(
  { view, number, estimatedTokens }: Pick<Frame, 'view' | 'number' | 'estimatedTokens'>,
  deps: Pick<Deps, 'ledger' | 'endpoint' | 'assembleMode'>,
): number {
  const last = rebuiltAfter(view, deps)
  const later = last === null ? -1 : last + LIMITS.rebuildGapSteps - 1 - number
  if (later < 0 || deps.assembleMode === 'always') return Number.POSITIVE_INFINITY
  const window = windowOf(view, deps)
  const isSmall = window <= LIMITS.leastToolsWindow
  const each = isSmall ? SMALL.step : LEAST_REPLY + leastResult(window)
  const free = budgetFor(window).usableTokens - estimatedTokens - later * each
  return Math.floor(Math.max(each, free) / view.session.tokenFactor)
}

/** The smallest room for a result: some twenty lines of code, in the smallest windows some eight. */
export function leastResult(windowTokens: number): number {
  if (windowTokens <= LIMITS.leastToolsWindow) return SMALL.result
  return Math.max(200, windowTokens * LIMITS.leastResultShare)
}
