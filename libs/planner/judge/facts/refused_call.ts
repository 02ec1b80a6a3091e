import type { Row } from './types.js'

/** The newest call that the gate or the person refused, and why; null: none since the last change. */
export function refusedCall(rows: readonly Row[]): string | null {
  const row = rows.findLast(
    ({ kind, subject }) => kind === 'edit_applied' || (kind === 'diagnostic' && subject === 'gate'),
  )
  if (row === undefined || row.kind === 'edit_applied') return null
  return row.summary
    .replace(/^denied /, '')
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
}
