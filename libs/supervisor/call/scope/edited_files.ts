import type { Deps } from '../../deps/deps.js'
import { type Frame, ordered } from '../../step/frame.js'

/** The files that this task has edited, those of this step too; without edits that were undone. */
export function editedFiles(frame: Frame, { ledger }: Pick<Deps, 'ledger'>): string[] {
  const { session, task } = frame.view
  const rows = ledger
    .appliedEdits({ sessionId: session.id, taskId: task.id })
    .filter(({ undone }) => !undone)
    .flatMap(({ files }) => files.map(({ path }) => path))
  const now = ordered(frame).flatMap(({ changes }) => changes.map(({ path }) => path))
  return [...new Set([...rows, ...now])]
}
