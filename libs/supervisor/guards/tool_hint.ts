import { betterThan, scoreTools } from '#planner'
import { routeMessage } from '#tools'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/** Sessions that scores are learned from: as many as a prune keeps. */
const SESSIONS = 50

/**
 * A tool with the same effect that works much better here, by the rows of earlier sessions and for the same kind of
 * task (row 65); null: none is known to. The list of tools never changes for it.
 */
export function toolHint(
  tool: string,
  { view }: Pick<Frame, 'view'>,
  { ledger, registry }: Pick<Deps, 'ledger' | 'registry'>,
): string | null {
  const effect = registry.find(tool)?.effect
  const kind = routeMessage(view.task.text).category
  const listed = new Set(
    registry
      .list()
      .filter((one) => !one.unlisted && one.effect === effect)
      .map(({ name }) => name),
  )
  const counts = ledger
    .toolCounts(SESSIONS)
    .filter((count) => listed.has(count.tool) && routeMessage(count.task).category === kind)
  const better = betterThan(tool, scoreTools(counts))
  if (better === null) return null
  return `Here ${better.tool} worked in ${better.good} of ${better.calls} calls: use it instead.`
}
