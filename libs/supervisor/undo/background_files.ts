import type { Ledger } from '#ledger'

/** Files that background commands of these tasks changed: no call has both versions of them. */
export function backgroundFiles(ledger: Ledger, taskIds: readonly string[]): string[] {
  const rows = taskIds.flatMap((taskId) =>
    ledger.find({ taskId, kind: 'edit_applied', limit: MOST_ROWS }),
  )
  return [
    ...new Set(rows.flatMap(({ subject, facts }) => (facts.by === 'background' ? [subject] : []))),
  ]
}

const MOST_ROWS = 1_000
