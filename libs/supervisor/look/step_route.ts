import type { Reply, StepRoute } from '#core'
import type { Ledger, View } from '#ledger'
import { routeOf } from '../turn/route.js'

/** Which model answered a step and why, and what its turn is about (row 125); null: the reply does not say it. */
export function stepRoute(
  view: Pick<View, 'task' | 'earlier'>,
  { route, by }: Pick<Reply, 'route' | 'by'>,
): StepRoute | null {
  if (route === undefined) return null
  const { category, confidence } = routeOf(view)
  const { model, host = null, why = null } = route
  return { tier: by ?? 'main', model, host, why, category, confidence }
}

/** The same of the newest step of a session; null: it has none, or an older version made it. */
export function lastRoute(
  sessionId: string,
  ledger: Pick<Ledger, 'recentSteps' | 'view'>,
): (StepRoute & { step: number }) | null {
  const [last] = ledger.recentSteps(sessionId, 1)
  if (last === undefined || last.route === null || last.route === undefined) return null
  const { route, by, step, taskId } = last
  const found = stepRoute(ledger.view(taskId), { route, ...(by === null ? {} : { by }) })
  return found === null ? null : { ...found, step }
}
