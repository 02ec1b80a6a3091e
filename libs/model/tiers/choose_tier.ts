import { LIMITS } from '#core'
import type { Helper, NextStep, TierChoice, TierRules, TierStep } from './tier.js'

const FAST = 'fast'

/**
 * The tier that answers the next step; null: the main model. It is computed from committed steps, so that a restart
 * gives the same choice.
 * @param steps  the newest steps of the session, newest first
 */
export function chooseTier(
  steps: readonly TierStep[],
  next: NextStep,
  rules: TierRules,
): TierChoice | null {
  const [last] = steps
  const ofTask = last?.step === next.step - 1 ? steps.filter((s) => s.taskId === last.taskId) : []
  const fits = rules.helpers.filter((helper) => hasRoom(helper, next))
  // One that failed just now is followed by the next stronger one; after the strongest the main model tries.
  const failed = last !== undefined && ofTask.length > 0 && isFailure(last) ? last.by : null
  const open = fits.slice(fits.findIndex(({ name }) => name === failed) + 1)
  return (
    stronger(open, afterFailures(ofTask, open, rules), byRate(steps, open)) ??
    toPlan(open, next, rules) ??
    byDifficulty(ofTask, fits, next, rules)
  )
}

function stronger(
  open: readonly Helper[],
  one: TierChoice | null,
  two: TierChoice | null,
): TierChoice | null {
  const rank = (each: TierChoice | null) => open.findIndex(({ name }) => name === each?.name)
  return rank(two) > rank(one) ? two : one
}

function afterFailures(
  ofTask: readonly TierStep[],
  [first]: readonly Helper[],
  { retries }: TierRules,
): TierChoice | null {
  const count = leading(ofTask, isFailure)
  if (first === undefined || count <= retries) return null
  return choice(first, `${count} steps in a row failed`)
}

/** Row 123. The strongest whose limit is passed, until it had some good steps: then the main model has one try. */
function byRate(steps: readonly TierStep[], open: readonly Helper[]): TierChoice | null {
  const good = leading(steps, (step) => isHelper(step.by) && !isFailure(step))
  if (good >= LIMITS.tierBack) return null
  const main = steps.filter(({ by }) => by === null)
  for (const helper of [...open].reverse()) {
    const rate = failureRate(main, helper.over)
    if (rate > helper.rate)
      return choice(helper, `${Math.round(rate * 100)} % of the last ${helper.over} replies failed`)
  }
  return null
}

/** Row 124: the strongest tier looks around and plans, the others take the steps. */
function toPlan(open: readonly Helper[], { turn }: NextStep, { by }: TierRules): TierChoice | null {
  const strongest = open.at(-1)
  if (strongest === undefined || !by.includes('plan') || turn?.isPlanning !== true) return null
  return choice(strongest, 'it plans the task')
}

/**
 * Row 122: an easy turn goes to the fast tier, a hard one to the strongest. It stays there, so that its prompt stays in
 * the cache of one server; after a failure, or a step of the main model, the main model takes the rest.
 */
function byDifficulty(
  ofTask: readonly TierStep[],
  fits: readonly Helper[],
  next: NextStep,
  { by, fast }: TierRules,
): TierChoice | null {
  const { turn } = next
  if (!by.includes('difficulty') || turn === undefined) return null
  const why = `the task is ${turn.difficulty}: ${turn.why}`
  const wanted = turn.difficulty === 'hard' ? fits.at(-1) : undefined
  const quick = turn.difficulty === 'easy' && fast !== undefined && hasRoom(fast, next)
  const chosen = wanted !== undefined ? choice(wanted, why) : null
  const found = quick ? { name: FAST, tier: fast, why } : chosen
  const isLeft = (step: TierStep) =>
    step.by === null || (step.by === found?.name && isFailure(step))
  return ofTask.some(isLeft) ? null : found
}

function choice(helper: Helper, why: string): TierChoice {
  return { name: helper.name, tier: helper, why }
}

function hasRoom({ windowTokens }: { windowTokens?: number | undefined }, next: NextStep): boolean {
  return windowTokens === undefined || next.promptTokens <= windowTokens
}

function isHelper(by: string | null): boolean {
  return by === 'medium' || by === 'strong'
}

/** Share of the newest replies that failed; 0 while there are fewer. */
function failureRate(main: readonly TierStep[], over: number): number {
  const newest = main.slice(0, over)
  return newest.length < over ? 0 : newest.filter(isFailure).length / over
}

/** True for a reply with a problem, and for one whose calls all failed and were not denied by a rule. */
function isFailure({ problem, calls }: TierStep): boolean {
  if (problem !== null) return true
  return calls.length > 0 && calls.every(({ ok, denied }) => !ok && denied === null)
}

function leading(steps: readonly TierStep[], holds: (step: TierStep) => boolean): number {
  const end = steps.findIndex((step) => !holds(step))
  return end === -1 ? steps.length : end
}
