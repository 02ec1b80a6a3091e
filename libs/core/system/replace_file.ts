import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { randomNumbers } from './random_numbers.js'

export interface ReplaceOptions {
  /** Permission bits of the new file, e.g. 0o600; the umask does not change them. */
  mode: number
  /** Called with the open temporary file before the rename, e.g. to change its owner. */
  prepare?(handle: number): void
}

/**
 * Replaces a file atomically, or creates it: a reader sees the old bytes or the new ones, also after a
 * crash or a loss of power. The folder must exist. The bytes go to a temporary file in that folder,
 * which is synced and renamed; then the folder is synced.
 * @throws Error of the file system, and when the path is a symbolic link or not a file; the path is then unchanged
 */
export function replaceFile(
  path: string,
  content: string | Buffer,
  { mode, prepare }: ReplaceOptions,
): void {
  refuseOther(path)
  const temporary = `${path}.${Buffer.from(randomNumbers(6)).toString('hex')}.new`
  try {
    writeSynced(temporary, content, { mode, prepare })
    renameSync(temporary, path)
  } catch (error) {
    removeLeftover(temporary)
    throw error
  }
  syncFolder(dirname(path))
}

/** Returns when the names in a folder are on disk. @throws Error of the file system */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function refuseOther(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) throw systemError('ELOOP', `${path} is a symbolic link`)
  if (found && !found.isFile()) throw systemError('EEXIST', `${path} is not a file`)
}

function systemError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${message}`), { code })
}

function writeSynced(
  path: string,
  content: string | Buffer,
  { mode, prepare }: ReplaceOptions,
): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    // writeFileSync writes all bytes or throws; one write call may write fewer and only say so in its result.
    writeFileSync(handle, content)
    fchmodSync(handle, mode)
    prepare?.(handle)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Removes a file that is no longer of use. An error is ignored: the caller has done its work, or has a first
 * error to report, and a file that stays is taken or removed by the next run.
 */
export function removeLeftover(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A broken disk, a folder that became read-only.
  }
}
