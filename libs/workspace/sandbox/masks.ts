import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import type { PathRules } from '../paths/resolve_path.js'

/** bubblewrap arguments that hide denied files and folders, and whether they cover all of them. */
export interface Masks {
  args: string[]
  complete: boolean
}

/** Files of a repository that make git run programs; mounted read-only. */
const GIT_PROGRAMS = ['hooks', 'config']

/**
 * Finds the denied files below the root, at most LIMITS.sandboxMasks of them in a walk over at most
 * LIMITS.walkEntries names. `.git` stays visible even when a rule covers it, because git has to work; its
 * hooks and config are read-only. Hard links to denied files are hidden as well.
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
  found.files.push(...hardLinks(found.files, plain))
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

/** Other names of denied files. */
function hardLinks(denied: readonly string[], plain: readonly string[]): string[] {
  const keys = new Set(denied.flatMap((path) => keyOf(path)))
  // Usually no denied file has a second name, and the other files need no lstat.
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
    // The command cannot read this folder either.
    return []
  }
}
