import type { Ledger } from '#ledger'
import { outsideChangesIn } from '#planner'

const MOST_ROWS = 1_000
const COMMAND_CHARS = 80

/** A file that no undo can take back, what changed it, and why it stays. */
interface OutsideFile {
  path: string
  by: string[]
  why: string
}

/** Files outside of the folder that commands of these tasks changed: their content before is not stored. */
export function outsideFiles(ledger: Ledger, taskIds: readonly string[]): OutsideFile[] {
  const rows = taskIds.flatMap((taskId) =>
    (['shell_output', 'test_result'] as const).flatMap((kind) =>
      ledger.find({ taskId, kind, limit: MOST_ROWS }),
    ),
  )
  const byPath = new Map<string, string[]>()
  for (const row of rows)
    for (const { path } of outsideChangesIn(row))
      byPath.set(path, [
        ...(byPath.get(path) ?? []),
        `the command ${row.subject.slice(0, COMMAND_CHARS)} at step ${row.step}`,
      ])
  const why = 'a command changed it outside of the folder, and its version before is not stored'
  return [...byPath].map(([path, by]) => ({ path, by, why }))
}
