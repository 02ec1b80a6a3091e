import type { Disk } from '../state/types.js'

/** Names that one search may read; above it nobody knows what is found. */
const MAX_NAMES = 5_000
/** Folders in which no script of the project lies. */
const SKIPPED = new Set(['.git', 'node_modules'])

/**
 * The files below folders, absolute, that a search finds.
 * @param fits  whether the search takes a file, by its absolute path
 * @returns null where there are too many names to read
 */
export function filesBelow(
  roots: readonly string[],
  disk: Disk,
  fits: (path: string) => boolean,
): string[] | null {
  const found: string[] = []
  const folders = [...roots]
  let left = MAX_NAMES
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const kind = disk.kind(folder)
    if (kind === 'file' && fits(folder)) found.push(folder)
    if (kind === 'file') continue
    for (const name of disk.names(folder)) {
      left -= 1
      if (left < 0) return null
      const path = `${folder.replace(/\/+$/, '')}/${name}`
      const what = disk.kind(path)
      if (what === 'folder' && !SKIPPED.has(name)) folders.push(path)
      else if (what !== 'folder' && fits(path)) found.push(path)
    }
  }
  return found
}
