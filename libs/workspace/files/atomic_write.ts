import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { syncFolder } from '#core'
import { type HeldFolder, holdFolder, holdOrMake, removeFolders } from './held_folder.js'

/** New bytes in a temporary file beside their target, ready to be renamed. */
export interface Staged {
  temp: string
  target: string
  /** Folders that were created for it, outermost first. */
  created: string[]
  /** Held open from the first byte to the rename. */
  folder: HeldFolder
}

const NAME_BYTES = 255

/**
 * Writes bytes to a temporary file in the target's folder and waits until they are on disk.
 * Creates missing folders. Core's `replaceFile` cannot be used: the folder is held open from the check to the
 * rename, and all files are staged before the first rename.
 * @throws Error of the file system; the temporary file is removed first
 */
export function stage(
  target: string,
  { bytes, fileMode, tag }: { bytes: Buffer; fileMode: number; tag: string },
): Staged {
  const { folder, created } = holdOrMake(dirname(target))
  const staged = { temp: tempName(target, tag), target, created, folder }
  const temp = folder.at(staged.temp)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  try {
    // A crash may have left a file with this name; O_EXCL below refuses to write through a link.
    rmSync(temp, { force: true })
    const handle = openSync(temp, flags, 0o600)
    try {
      writeFileSync(handle, bytes)
      keepOwner(handle, folder.at(basename(target)))
      fchmodSync(handle, fileMode & 0o7777)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    discard(staged)
    throw error
  }
  return staged
}

/** Renames staged bytes to their target. @throws Error of the file system; the target is old or new, never partial */
export function place(staged: Staged): void {
  const { folder, temp, target } = staged
  renameSync(folder.at(temp), folder.at(basename(target)))
  folder.close()
}

/** Removes staged bytes that were not put in place, and the folders that were created for them. */
export function discard(staged: Staged): void {
  removeTemp(staged)
  staged.folder.close()
  removeFolders(staged.created)
}

/** Deletes a file. @throws Error of the file system */
export function remove(target: string): void {
  const folder = holdFolder(dirname(target))
  try {
    unlinkSync(folder.at(basename(target)))
  } finally {
    folder.close()
  }
}

/** After the rename the folder is closed and the temporary file no longer exists. */
function removeTemp({ folder, temp }: Staged): void {
  if (!folder.isOpen()) return
  try {
    rmSync(folder.at(temp), { force: true })
  } catch {
    // The caller reports the first error. A later run cleans by the tag.
  }
}

/** Waits until the names in the folder of a path are on disk. */
export function flushFolder(path: string): void {
  syncFolder(dirname(path))
}

/** The end of the names of all temporary files with this tag. */
export function tempEnding(tag: string): string {
  return `.aircoder-${tag}.tmp`
}

/** `.NAME.aircoder-TAG.tmp`; NAME is shortened when the result would be too long for the file system. */
export function tempName(target: string, tag: string): string {
  const ending = tempEnding(tag)
  const room = NAME_BYTES - 1 - Buffer.byteLength(ending)
  const name = Buffer.from(basename(target))
    .subarray(0, room)
    .toString()
    .replace(/\uFFFD+$/, '')
  return `.${name}${ending}`
}

/** The rename would change the owner of the file to the current user; only root can and must prevent that. */
function keepOwner(handle: number, target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false })
  if (stats === undefined || process.getuid?.() !== 0) return
  fchownSync(handle, stats.uid, stats.gid)
}
