import type { Outcome, PlanChange } from '#core'
import { activeNode, judge, resolveActive, setTodos, spawnChild } from '#planner'
import type { Deps } from '../deps/deps.js'
import { endTooEarly } from '../guards/end_too_early.js'
import { type Frame, planNow } from '../step/frame.js'
import { type StandingDeps, standingOf } from './standing.js'

type PlanDeps = StandingDeps & Pick<Deps, 'parts'>

/** Adds the plan changes of a call to the frame. A refused change turns the outcome into a correction. */
export function applyPlanChanges(frame: Frame, deps: PlanDeps, outcome: Outcome): Outcome {
  let result = outcome
  for (const change of outcome.plan) {
    const refusal = applyOne(frame, deps, change)
    if (refusal === null) continue
    const { text, name } = refusal
    const by = name === undefined ? {} : { guard: name }
    result = { ...result, ok: false, text: `Refused: ${text}`, plan: [], ...by }
  }
  return result
}

/** Why a change of the plan is refused, and the guard that refused it. */
interface Refused {
  text: string
  name?: string
}

function applyOne(frame: Frame, deps: PlanDeps, change: PlanChange): Refused | null {
  const plan = planNow(frame)
  switch (change.type) {
    case 'todo':
      frame.plan.push(...setTodos(plan, change.items))
      return null
    case 'spawn':
      frame.plan.push(spawnChild(plan, change.hypothesis))
      return null
    case 'resolve': {
      if (frame.closed !== null) return { text: 'the task is already resolved.' }
      const { cites, summary } = change
      const isTask = activeNode(plan).kind === 'root'
      const standing = standingOf(frame, deps)
      const end = { cites, summary, isTask }
      const judgement = judge(standing, end)
      if (!judgement.ok) return { text: judgement.message }
      const early = isTask ? endTooEarly(frame, { standing, end }, deps) : null
      if (early !== null) return early
      frame.plan.push(resolveActive(plan, cites, summary))
      if (isTask) frame.closed = { summary, cites, doubt: judgement.proven ? null : judgement }
      return null
    }
  }
}
