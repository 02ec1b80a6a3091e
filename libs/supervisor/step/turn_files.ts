import type { ToolCall } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from './frame.js'

/** A turn with this many files or more is shown as a group (row 157). */
export const MANY_FILES = 3

/**
 * The files that this turn changed or that this reply would change, relative to the workspace root, in order.
 * A turn is everything that one message of the person led to: one task.
 * @returns nothing when there are fewer than MANY_FILES
 */
export function turnFiles(
  frame: Frame,
  { ledger, registry, workspace }: Pick<Deps, 'ledger' | 'registry' | 'workspace'>,
): string[] {
  const { session, task } = frame.view
  const changed = ledger
    .appliedEdits({ sessionId: session.id })
    .filter(({ taskId, undone }) => taskId === task.id && !undone)
    .flatMap(({ files }) => files.map(({ path }) => path))
    .reverse()
  const wanted = frame.reply.calls.flatMap((call) => pathsOf(call))
  const files = [...new Set([...changed, ...wanted])]
  return files.length < MANY_FILES ? [] : files

  function pathsOf(call: ToolCall): string[] {
    const checked = registry.validate(call)
    if (!checked.ok || checked.tool.effect !== 'edit') return []
    return checked.tool.paths(checked.input).map(({ path }) => {
      const place = workspace.resolve(path)
      return place.ok ? place.relative : path
    })
  }
}
