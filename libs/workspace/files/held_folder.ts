import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '#core'

/** On Linux every open folder has a path of its own that a rename of its parents cannot redirect. */
const HANDLES = existsSync('/proc/self/fd') ? '/proc/self/fd' : null

/** A folder that is held open, so that every operation happens in this folder and not in another. */
export interface HeldFolder {
  /** The path of a name in it, for file system calls. */
  at(name: string): string
  isOpen(): boolean
  close(): void
}

/**
 * Opens a folder by its real path and verifies that this folder was opened: a parent may have been replaced
 * by a link after the path was checked (docs/design/permissions.md#writes).
 * @throws Error ENOTDIR when another folder was opened, or another one of the file system
 */
export function holdFolder(folder: string): HeldFolder {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
  const handle = openSync(folder, flags)
  let open = true
  const close = () => {
    if (open) closeSync(handle)
    open = false
  }
  const own = HANDLES === null ? folder : `${HANDLES}/${handle}`
  try {
    const real = HANDLES === null ? realpathSync.native(folder) : readlinkSync(own)
    if (real !== folder) {
      const place = { code: 'ENOTDIR', syscall: 'open', path: folder }
      throw Object.assign(new Error(`${folder} now resolves to ${real}`), place)
    }
  } catch (error) {
    close()
    throw error
  }
  return { at: (name) => join(own, name), isOpen: () => open, close }
}

/**
 * Opens a folder and creates it where it is missing. Each name is created in a parent that is held, so a parent
 * that is replaced by a link meanwhile leads to an error and never to a folder in another place.
 * @returns the folder, and the paths of the folders that were created, outermost first
 * @throws as holdFolder; folders that were created are removed first
 */
export function holdOrMake(folder: string): { folder: HeldFolder; created: string[] } {
  const missing: string[] = []
  let at = folder
  for (; lstatSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.unshift(basename(at))
  let held = holdFolder(at)
  const created: string[] = []
  try {
    for (const name of missing) {
      const isNew = makeFolder(held.at(name))
      at = join(at, name)
      if (isNew) created.push(at)
      const inner = holdFolder(at)
      held.close()
      held = inner
    }
    for (const path of created) syncFolder(dirname(path))
    return { folder: held, created }
  } catch (error) {
    held.close()
    removeFolders(created)
    throw error
  }
}

/** Removes folders that were created for a file, where they are empty and still in their place. */
export function removeFolders(created: readonly string[]): void {
  for (const folder of created.toReversed()) {
    try {
      const parent = holdFolder(dirname(folder))
      try {
        rmdirSync(parent.at(basename(folder)))
      } finally {
        parent.close()
      }
    } catch {
      // Not empty, or no longer there: others use it.
    }
  }
}

/** @returns false when another program was faster */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
