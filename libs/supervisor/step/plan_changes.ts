import type { Outcome, PlanChange } from '#core'
import { activeNode, mayResolve, resolveActive, setTodos, spawnChild } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Frame, planNow } from './frame.js'
import { standingOf } from './standing.js'

/** Carries a call's plan changes into the frame; a refused one turns the outcome into a correction. */
export function applyPlanChanges(frame: Frame, deps: Deps, outcome: Outcome): Outcome {
  let result = outcome
  for (const change of outcome.plan) {
    const refusal = applyOne(frame, deps, change)
    if (refusal !== null) result = { ...result, ok: false, text: `Refused: ${refusal}`, plan: [] }
  }
  return result
}

function applyOne(frame: Frame, deps: Deps, change: PlanChange): string | null {
  const plan = planNow(frame)
  switch (change.type) {
    case 'todo':
      frame.plan.push(...setTodos(plan, change.items))
      return null
    case 'spawn':
      frame.plan.push(spawnChild(plan, change.hypothesis))
      return null
    case 'resolve': {
      if (frame.closed !== null) return 'the task is resolved already.'
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
