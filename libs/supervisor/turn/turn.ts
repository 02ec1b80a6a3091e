import type { View } from '#ledger'
import type { Turn } from '#model'
import { asksOnly, needsPlan } from '#planner'
import type { Deps } from '../deps/deps.js'
import { difficultyOf } from './difficulty.js'

/** Steps in which a task gets its plan: it is asked for one after its first step, or its second. */
const PLAN_STEPS = 3

/** What chooses the tier of a step; all of it is in rows, so that a kill changes nothing. */
export function turnOf({ task, earlier, plan }: View, { checks }: Pick<Deps, 'checks'>): Turn {
  const { askPlan = 'auto' } = checks
  const wantsPlan =
    askPlan !== 'never' && !asksOnly(task.text) && (askPlan === 'always' || needsPlan(task.text))
  const isPlanning = wantsPlan && plan.length <= 1 && task.step < PLAN_STEPS
  return { ...difficultyOf([...earlier.map(({ text }) => text), task.text]), isPlanning }
}
