import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

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
 * @throws Error when another folder was opened, or of the file system
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
    if (real !== folder) throw new Error(`${folder} now resolves to ${real}`)
  } catch (error) {
    close()
    throw error
  }
  return { at: (name) => join(own, name), isOpen: () => open, close }
}
