import type { ToolCall } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from './frame.js'

/** From so many files on a turn is told as a whole (row 157). */
export const MANY_FILES = 3

/**
 * The files that this turn has changed or this reply would, from the workspace root, in order; none where they
 * are fewer than MANY_FILES. A turn is what one message of the person led to: one task.
 */
export function turnFiles(frame: Frame, { ledger, registry, workspace }: Deps): string[] {
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
