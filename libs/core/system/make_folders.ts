import { existsSync, mkdirSync, mkdtempSync, rmdirSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder and those above it, one by one: a recursive mkdir of node never returns below /proc.
 * @param mode  permission bits of each new folder
 * @throws the system's error
 */
export function makeFolders(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Codes of the file system as clauses. */
const REASONS: Record<string, string> = {
  EACCES: 'you may not write to {at}',
  EPERM: 'you may not write to {at}',
  EROFS: '{at} is on a read-only file system',
  ENOTDIR: '{at} is not a folder',
  ENOENT: '{at} takes no new folders',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links point at each other',
  ENOSPC: 'the disk is full',
}

/**
 * Why nothing can be created at a path that does not exist. It makes a folder beside it and removes that again: only
 * this shows a read-only file system, /proc, and rights that a root user does not need.
 * @returns a clause; null: the path exists, or it can be created
 */
export function whyUnusable(path: string): string | null {
  if (existsSync(path)) return null
  let at = dirname(path)
  try {
    while (!isFolder(at)) at = dirname(at)
    rmdirSync(mkdtempSync(join(at, '.aircoder-')))
    return null
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    return (REASONS[code] ?? message).replace('{at}', at)
  }
}

/** false: it does not exist. @throws an error of the system for a file and for what cannot be reached */
function isFolder(path: string): boolean {
  let stats: Stats | undefined
  try {
    stats = statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // A file is above it. The walk upwards finds that file and names it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error
  }
  if (stats !== undefined && !stats.isDirectory())
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  return stats !== undefined
}
