import { advancePlan, asksOnly, capturePlan } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered, planNow } from '../step/frame.js'

/**
 * Reads the plan from words: the numbered list of the task or, before the first change, of a reply becomes its
 * steps; a reply that says that a step is done closes it.
 */
export function followPlan(frame: Frame, { ablate = [] }: Pick<Deps, 'ablate'>): void {
  const { view, reply } = frame
  if (ablate.includes('plan') || asksOnly(view.task.text)) return
  const edited = ordered(frame).flatMap(({ changes }) => changes.map(({ path }) => path))
  if (view.task.step === 0) frame.plan.push(...capturePlan(planNow(frame), view.task.text))
  if (view.lastEdit === null && edited.length === 0)
    frame.plan.push(...capturePlan(planNow(frame), reply.text))
  frame.plan.push(...advancePlan(planNow(frame), reply.text, edited))
}
