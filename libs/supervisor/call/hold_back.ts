import { type Advice, advancePlan, applyToPlan, holdEdit } from '#planner'
import type { Deps } from '../deps/deps.js'
import { spokenSince } from '../guards/spoken.js'
import { newestRows } from '../proof/rows.js'
import { type Frame, planNow } from '../step/frame.js'

/** Why an edit of this reply must not run yet; null: it may. What the reply says is done counts (row 121). */
export function holdBack(
  frame: Frame,
  deps: Pick<Deps, 'ledger' | 'registry' | 'parts' | 'ablate'>,
): Advice | null {
  const plan = planNow(frame)
  if (deps.ablate?.includes('plan') || plan.length < 2) return null
  const said = advancePlan(plan, frame.reply.text, [])
  const input = { plan: applyToPlan(plan, said), rows: newestRows(frame, deps) }
  // All edits of one reply are held back by the same words, and count once.
  const spoken = spokenSince(frame, deps).filter(
    ({ name, step }, at, all) =>
      step < frame.number && all.findIndex((one) => one.name === name && one.step === step) === at,
  )
  return holdEdit(deps.parts.guards, input, { step: frame.number, spoken })
}
