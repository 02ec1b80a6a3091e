import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '#core'
import { type HeldFolder, holdFolder } from './held_folder.js'

/** New bytes that are on disk beside their target, one rename away from it. */
export interface Staged {
  temp: string
  target: string
  /** Folders made for it, outermost first. */
  created: string[]
  /** Held from the first byte to the rename. */
  folder: HeldFolder
}

const NAME_BYTES = 255

/**
 * Writes bytes to a temporary file in the target's folder and waits until they are on disk.
 * Makes missing folders. Core's `replaceFile` does not do here: the folder has to be held open from the
 * check to the rename, and several files are staged before the first of them is put in place.
 * @throws Error of the file system; the temporary file is gone then
 */
export function stage(target: string, bytes: Buffer, fileMode: number, tag: string): Staged {
  const created = makeFolders(dirname(target))
  const folder = holdFolder(dirname(target))
  const staged = { temp: tempName(target, tag), target, created, folder }
  const temp = folder.at(staged.temp)
  // What a crash left under this very name; O_EXCL below refuses to write through a link.
  rmSync(temp, { force: true })
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  try {
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

/** Puts staged bytes in place. @throws Error of the file system; the target is whole, old or new */
export function place(staged: Staged): void {
  const { folder, temp, target } = staged
  renameSync(folder.at(temp), folder.at(basename(target)))
  folder.close()
}

/** Drops staged bytes that did not get into place, and the folders that were made for them. */
export function discard(staged: Staged): void {
  removeTemp(staged)
  staged.folder.close()
  for (const folder of staged.created.toReversed()) {
    try {
      rmdirSync(folder)
    } catch {
      // Not empty, or gone: it is not ours any more.
    }
  }
}

/** Takes a file away. @throws Error of the file system */
export function remove(target: string): void {
  const folder = holdFolder(dirname(target))
  try {
    unlinkSync(folder.at(basename(target)))
  } finally {
    folder.close()
  }
}

/** After a rename its folder is closed, and there is nothing left to remove. */
function removeTemp({ folder, temp }: Staged): void {
  if (folder.isOpen()) rmSync(folder.at(temp), { force: true })
}

/** Removes the temporary file of a target; returns whether there was one. */
export function cleanTemp(target: string, tag: string): boolean {
  const temp = join(dirname(target), tempName(target, tag))
  const found = lstatSync(temp, { throwIfNoEntry: false })?.isFile() === true
  if (found) rmSync(temp, { force: true })
  return found
}

/** Waits until the names in the folder of a path are on disk. */
export function flushFolder(path: string): void {
  syncFolder(dirname(path))
}

/** `.NAME.aircoder-TAG.tmp`; NAME is cut where the whole would be too long for the file system. */
function tempName(target: string, tag: string): string {
  const ending = `.aircoder-${tag}.tmp`
  const room = NAME_BYTES - 1 - Buffer.byteLength(ending)
  const name = Buffer.from(basename(target))
    .subarray(0, room)
    .toString()
    .replace(/\uFFFD+$/, '')
  return `.${name}${ending}`
}

function makeFolders(folder: string): string[] {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return []
  const created: string[] = []
  for (let at = folder; at.length >= first.length; at = dirname(at)) {
    created.unshift(at)
    flushFolder(at)
  }
  return created
}

/** The rename would give the file to whoever runs us; only root can and need mend that. */
function keepOwner(handle: number, target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false })
  if (stats === undefined || process.getuid?.() !== 0) return
  fchownSync(handle, stats.uid, stats.gid)
}
