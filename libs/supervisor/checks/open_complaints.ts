import type { Deps } from '../deps/deps.js'
import { freshRows } from '../proof/rows.js'
import type { Frame } from '../step/frame.js'
import { lintersFor } from './linters.js'

const MOST_ROWS = 200

/** Checkers whose last run over the edits of this task found something. The end of the task names them. */
export function openComplaints(
  frame: Frame,
  deps: Pick<Deps, 'ledger' | 'workspace' | 'checks'>,
): string[] {
  const { id: taskId } = frame.view.task
  const facts = [
    ...freshRows(frame)
      .map(({ draft }) => draft.facts)
      .reverse(),
    ...deps.ledger.find({ taskId, kind: 'shell_output', limit: MOST_ROWS }).map((row) => row.facts),
  ]
  const last = new Map<string, unknown>()
  for (const { checker, complaints } of facts)
    if (typeof checker === 'string' && !last.has(checker)) last.set(checker, complaints)
  const open = [...last].filter(([, complaints]) => Number(complaints) > 0).map(([name]) => name)
  if (open.length === 0) return []
  // Reverted edits need no checker.
  const due = new Set(lintersFor(frame, deps).map(({ name }) => name))
  return open.filter((name) => due.has(name))
}
