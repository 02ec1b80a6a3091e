import { existsSync, mkdtempSync, rmdirSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AircoderError } from '#core'

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
 * Checks that a ledger can be created at a path, before anything is started. It makes a folder beside it and
 * removes that again: only this shows a read-only file system, /proc, and rights that a root user does not need.
 * A recursive mkdir below /proc never returns.
 * @param named  what named the folder: `--data-dir`, or the setting
 * @throws AircoderError DATA_DIR_UNUSABLE
 */
export function refuseFolder(folder: string, path: string, named: string): void {
  if (existsSync(path)) return
  let at = dirname(path)
  try {
    while (!isFolder(at)) at = dirname(at)
    rmdirSync(mkdtempSync(join(at, '.aircoder-')))
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    const reason = (REASONS[code] ?? message).replace('{at}', at)
    throw new AircoderError('DATA_DIR_UNUSABLE', { source: named, path: folder, reason }, { cause })
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
