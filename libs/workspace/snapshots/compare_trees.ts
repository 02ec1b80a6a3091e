import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK_MS } from './git_index.js'
import type { Snapshot, SnapshotChange } from './types.js'

/** One tree at two moments. */
export interface Sides {
  before: Snapshot
  after: Snapshot
}

/** The paths of changed files, sorted. */
export function changedPaths(root: string, sides: Sides): string[] {
  const both = new Set([...sides.before.files.keys(), ...sides.after.files.keys()])
  return [...both].filter((path) => isChange(root, path, sides)).sort()
}

/** The ids of the bytes of these files on both sides, each once. */
export function idsOf(paths: string[], { before, after }: Sides): string[] {
  const ids = paths.flatMap((path) => [before.files.get(path)?.id, after.files.get(path)?.id])
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** The change of one file. @param bytes  by id */
export function changeOf(
  path: string,
  { before, after }: Sides,
  bytes: ReadonlyMap<string, Buffer>,
): SnapshotChange {
  const [was, is] = [before.files.get(path), after.files.get(path)]
  const mode = is?.fileMode ?? was?.fileMode ?? 0o644
  return {
    path,
    before: was === undefined ? null : (bytes.get(was.id) ?? null),
    after: is === undefined ? null : (bytes.get(is.id) ?? null),
    modeBefore: was?.fileMode ?? mode,
    fileMode: mode,
  }
}

/**
 * Whether a file changed. A file that git lists only since the command, or no longer lists, because an
 * ignore file changed, was neither created nor deleted.
 */
function isChange(root: string, path: string, { before, after }: Sides): boolean {
  if (before.skipped.has(path) || after.skipped.has(path)) return false
  const [was, is] = [before.files.get(path), after.files.get(path)]
  if (was !== undefined && is !== undefined) return was.id !== is.id || was.fileMode !== is.fileMode
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (is === undefined) return stats === undefined
  const isMoved = [...before.files.values()].some(({ id }) => id === is.id)
  return isMoved || (stats !== undefined && stats.birthtimeMs >= before.takenMs - CLOCK_MS)
}
