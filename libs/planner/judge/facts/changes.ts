import type { Json } from '#core'
import type { FileChange, Row, Standing } from './types.js'

/** One changed file in the facts of a command's row. */
export interface ChangeFact {
  path: string
  added: number
  removed: number
}

/** Files that a command changed, as its row lists them. */
export function changesIn({ facts }: Pick<Row, 'facts'>): ChangeFact[] {
  return readChanges(facts.changes)
}

/** Files outside of the folder that a command changed, by absolute path. No undo knows what they were before. */
export function outsideChangesIn({ facts }: Pick<Row, 'facts'>): ChangeFact[] {
  return readChanges(facts.outsideChanges)
}

function readChanges(changes: Json | undefined): ChangeFact[] {
  if (!Array.isArray(changes)) return []
  return changes.flatMap((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) && typeof one.path === 'string'
      ? [{ path: one.path, added: Number(one.added ?? 0), removed: Number(one.removed ?? 0) }]
      : [],
  )
}

/** Paths that this task changed, by edit tools, commands, background commands. */
export function changedPaths({ rows, changes }: Standing): string[] {
  const ofRows = rows.flatMap((row) =>
    row.kind === 'edit_applied' ? [row.subject] : changesIn(row).map(({ path }) => path),
  )
  const net = new Set(changes.map(({ path }) => path))
  return [...new Set([...ofRows, ...net])]
}

/** Commands that cannot change a file, for a tree that could not be looked at. */
const LOOKS = /^\s*(ls|cat|head|tail|grep|rg|pwd|wc|echo|git (status|diff|log|show))\b[^>;&|]*$/

/**
 * When the tree changed last, as a number between those of evidence rows; null when it did not. The files that
 * a whole test run writes itself count as changed before it.
 */
export function lastChange(standing: Standing): number | null {
  const { rows, restoredAfter, changes, changedSince } = standing
  const times = rows.flatMap((row) => {
    const { kind, facts, number } = row
    if (kind === 'edit_applied') return [number]
    // A command that was cut off may have changed anything, unless the tree is as it was before.
    if (facts.interrupted === true && facts.unchanged !== true) return [number]
    if (facts.unseen === true && kind === 'shell_output' && !LOOKS.test(row.subject))
      return [number]
    if (changesIn(row).length === 0) return []
    return [kind === 'test_result' && facts.scope !== 'part' ? number - 0.5 : number]
  })
  const isWork = times.length > 0 || changes.length > 0
  if (isWork && restoredAfter !== null) times.push(restoredAfter + 0.5)
  if (changedSince.length > 0) times.push(Number.POSITIVE_INFINITY)
  if (times.length === 0) return changes.length > 0 ? 0 : null
  return Math.max(...times)
}

const IMPORT =
  /^\s*(?:import\b|from\b|export\b[^=({]*\{|use\b|package\b|#include\b|(?:const|let|var)\b.*\brequire\(|module\.exports\b|[)}\]]+[;,]?\s*$)/

/** Paths of the changes that bring in a line which no changed file had before: a file that was only moved is left out. */
export function withNewCode(changes: readonly FileChange[]): string[] {
  const old = new Set(
    changes.flatMap(({ before }) => (before ?? '').split('\n').map((line) => line.trim())),
  )
  return changes
    .filter(({ after }) =>
      (after ?? '')
        .split('\n')
        .some((line) => line.trim() !== '' && !old.has(line.trim()) && !IMPORT.test(line)),
    )
    .map(({ path }) => path)
}
