import { type Dirent, lstatSync, readdirSync, unlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LIMITS } from '#core'
import { tempEnding, tempName } from './atomic_write.js'
import { holdFolder } from './held_folder.js'

/** Folders in which no edit is likely and which hold most of the names of a tree. */
const SKIPPED = new Set(['.git', 'node_modules'])

/**
 * Removes the temporary files that interrupted edits of these paths left behind, and nothing else: the tag is
 * part of their names. A folder that was moved inside the root is found by a walk; links are not followed.
 * Deny rules do not apply, because nothing is read and the file is ours.
 * @param root   absolute, resolved by realpath
 * @param paths  as they were stored: relative to the root, with every folder resolved
 * @returns how many were removed
 */
export function cleanTemps(root: string, paths: readonly string[], tag: string): number {
  const targets = paths.map((path) => resolve(root, path))
  const removed = targets.map((target) => removeIn(dirname(target), [tempName(target, tag)]))
  const count = removed.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return removed.includes(null) ? count + sweep(root, tempEnding(tag)) : count
}

/** @returns how many of these names were removed; null when the folder is not in its place */
function removeIn(path: string, names: readonly string[]): number | null {
  try {
    const folder = holdFolder(path)
    try {
      return names.filter((name) => removeFile(folder.at(name))).length
    } finally {
      folder.close()
    }
  } catch {
    return null
  }
}

function removeFile(path: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
    unlinkSync(path)
    return true
  } catch {
    // Not permitted: nobody can remove it but its owner.
    return false
  }
}

/** Removes every file with this ending below the root; looks at LIMITS.walkEntries names at most. */
function sweep(root: string, ending: string): number {
  let [left, removed] = [LIMITS.walkEntries as number, 0]
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined && left > 0; folder = folders.pop()) {
    const entries = entriesOf(folder)
    left -= entries.length
    const ours = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    if (ours.length > 0)
      removed +=
        removeIn(
          folder,
          ours.map(({ name }) => name),
        ) ?? 0
    for (const entry of entries)
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(join(folder, entry.name))
  }
  return removed
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not readable.
    return []
  }
}
