import type { Outcome, PlanChange } from '#core'
import { activeNode, judge, resolveActive, setTodos, spawnChild } from '#planner'
import { type Frame, planNow } from '../step/frame.js'
import { type StandingDeps, standingOf } from './standing.js'

/** Adds the plan changes of a call to the frame. A refused change turns the outcome into a correction. */
export function applyPlanChanges(frame: Frame, deps: StandingDeps, outcome: Outcome): Outcome {
  let result = outcome
  for (const change of outcome.plan) {
    const refusal = applyOne(frame, deps, change)
    if (refusal !== null) result = { ...result, ok: false, text: `Refused: ${refusal}`, plan: [] }
  }
  return result
}

function applyOne(frame: Frame, deps: StandingDeps, change: PlanChange): string | null {
  const plan = planNow(frame)
  switch (change.type) {
    case 'todo':
      frame.plan.push(...setTodos(plan, change.items))
      return null
    case 'spawn':
      frame.plan.push(spawnChild(plan, change.hypothesis))
      return null
    case 'resolve': {
      if (frame.closed !== null) return 'the task is already resolved.'
      const { cites, summary } = change
      const isTask = activeNode(plan).kind === 'root'
      const judgement = judge(standingOf(frame, deps), { cites, summary, isTask })
      if (!judgement.ok) return judgement.message
      frame.plan.push(resolveActive(plan, cites, summary))
      if (isTask) frame.closed = { summary, cites, doubt: judgement.proven ? null : judgement }
      return null
    }
  }
}
