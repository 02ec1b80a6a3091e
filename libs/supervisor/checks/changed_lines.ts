import type { View } from '#ledger'
import { changedLines } from '#workspace'
import type { Deps } from '../deps/deps.js'

/**
 * The files of the folder that a task changed and that still exist, each with its changed lines: the
 * difference between the text before the task's first edit and the text now.
 */
export function changedInTask(
  { session, task }: View,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): Map<string, ReadonlySet<number>> {
  const edits = ledger.appliedEdits({ sessionId: session.id, taskId: task.id })
  const first = new Map<string, string | null>()
  // The edits come newest first, so the last value that is set is the oldest.
  for (const { files, undone } of edits)
    for (const { path, beforeHash } of [...files].reverse())
      if (!undone && !/^(\/|\.\.(\/|$))/.test(path)) first.set(path, beforeHash)
  const changed = new Map<string, ReadonlySet<number>>()
  for (const [path, hash] of [...first].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const now = workspace.fileState(path)
    if (!now.ok || now.bytes === null) continue
    const lines = changedLines(hash === null ? null : ledger.payload(hash), now.bytes)
    if (lines.size > 0) changed.set(path, lines)
  }
  return changed
}
