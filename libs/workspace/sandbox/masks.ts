import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import type { PathRules } from '../paths/resolve_path.js'

/** Arguments that empty every denied file and folder, and whether that is all of them. */
export interface Masks {
  args: string[]
  complete: boolean
}

/** What git would run of a repository: to be read only, so that no command plants a program there. */
const GIT_PROGRAMS = ['hooks', 'config']

/**
 * Finds what has to be hidden from a command, by a walk over the root: LIMITS.walkEntries names and
 * LIMITS.sandboxMasks places at most. `.git` itself stays, whatever the rules say: git has to work, and its
 * hooks and config cannot be written. Other names of a denied file (hard links) are hidden as well.
 */
export function findMasks({ root, deny }: Pick<PathRules, 'root' | 'deny'>): Masks {
  const found = { files: [] as string[], folders: [] as string[], readOnly: [] as string[] }
  const plain: string[] = []
  let left: number = LIMITS.walkEntries
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined && left > 0; folder = folders.pop()) {
    for (const entry of readFolder(folder)) {
      left -= 1
      const path = join(folder, entry.name)
      if (entry.name === '.git')
        found.readOnly.push(...GIT_PROGRAMS.map((name) => join(path, name)))
      else if (entry.isSymbolicLink()) continue
      else if (deny.match(path) !== null)
        (entry.isDirectory() ? found.folders : found.files).push(path)
      else if (entry.isDirectory()) folders.push(path)
      else plain.push(path)
    }
  }
  found.files.push(...twins(found.files, plain))
  const most = LIMITS.sandboxMasks
  const args = [
    ...found.files.slice(0, most).flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...found.folders.slice(0, most).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...found.readOnly.slice(0, most).flatMap((path) => ['--ro-bind-try', path, path]),
  ]
  const count = found.files.length + found.folders.length
  const complete = left > 0 && count <= most
  return { args, complete }
}

/** Files that are the same as a denied one under another name. */
function twins(denied: readonly string[], plain: readonly string[]): string[] {
  const keys = new Set(denied.flatMap((path) => keyOf(path)))
  // Nearly always: no denied file has a second name, so nothing needs to be looked at.
  return keys.size === 0 ? [] : plain.filter((path) => keyOf(path).some((key) => keys.has(key)))
}

function keyOf(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats === undefined || stats.nlink < 2 ? [] : [`${stats.dev}:${stats.ino}`]
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder that we may not read hides its names from the command as well.
    return []
  }
}
