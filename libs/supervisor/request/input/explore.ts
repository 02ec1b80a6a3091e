import { LIMITS, type ToolSchema } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../../deps/deps.js'
import { routedNames } from '../../turn/route.js'

type ExploreDeps = Pick<Deps, 'ledger' | 'registry' | 'checks'>
type ToolDeps = ExploreDeps & Pick<Deps, 'endpoint'>

/**
 * Whether the task is explored: its edit tools are hidden (row 187). It ends when the plan has a step or a hypothesis,
 * when the model calls an edit tool, after LIMITS.exploreSteps steps, or when the person switches it off. Read from
 * committed rows, so a kill changes nothing.
 */
export function isExploring({ task, plan }: View, deps: ExploreDeps): boolean {
  const { ledger, checks } = deps
  if (checks.explore?.() !== true || task.step >= LIMITS.exploreSteps) return false
  if (plan.some(({ kind }) => kind !== 'root')) return false
  const calls = ledger.stepsOf(task.id, LIMITS.exploreSteps).flatMap(({ calls }) => calls)
  return !calls.some(({ tool }) => isEdit(tool, deps))
}

/** The tools of a prompt that is written now. */
export function toolsNow(view: View, deps: ToolDeps): ToolSchema[] {
  const names = routedNames(view, deps)
  const all = isExploring(view, deps) ? names.filter((name) => !isEdit(name, deps)) : names
  return deps.registry.schemas(all)
}

/**
 * Whether the frozen prompt has edit tools that are hidden now, or lacks those that are offered now.
 * @param now  the tools of a prompt that would be written now
 */
export function phaseChanged(view: View, now: readonly ToolSchema[], deps: ExploreDeps): boolean {
  const offered = view.generation?.offered
  if (offered == null) return false
  const had = offered.some((name) => isEdit(name, deps))
  return had !== now.some(({ function: { name } }) => isEdit(name, deps))
}

function isEdit(tool: string, { registry }: ExploreDeps): boolean {
  return registry.find(tool)?.effect === 'edit'
}
