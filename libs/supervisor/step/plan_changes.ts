import type { Outcome, PlanChange } from '#core'
import { activeNode, mayResolve, resolveActive, setTodos, spawnChild } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Frame, planNow } from './frame.js'
import { standingOf } from './standing.js'

type PlanDeps = Pick<Deps, 'ledger' | 'workspace' | 'checks'>

/** Adds the plan changes of a call to the frame. A refused change turns the outcome into a correction. */
export function applyPlanChanges(frame: Frame, deps: PlanDeps, outcome: Outcome): Outcome {
  let result = outcome
  for (const change of outcome.plan) {
    const refusal = applyOne(frame, deps, change)
    if (refusal !== null) result = { ...result, ok: false, text: `Refused: ${refusal}`, plan: [] }
  }
  return result
}

function applyOne(frame: Frame, deps: PlanDeps, change: PlanChange): string | null {
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
      const isTask = activeNode(plan).kind === 'root'
      const judgement = mayResolve(change.cites, change.summary, isTask, standingOf(frame, deps))
      if (!judgement.ok) return judgement.message
      frame.plan.push(resolveActive(plan, change.cites, change.summary))
      if (isTask)
        frame.closed = { summary: change.summary, cites: change.cites, proven: judgement.proven }
      return null
    }
  }
}
