import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Linux gives every open folder a path of its own, which no rename above it can lead elsewhere. */
const HANDLES = existsSync('/proc/self/fd') ? '/proc/self/fd' : null

/** A folder that is held open, so that what is done in it is done in it and nowhere else. */
export interface HeldFolder {
  /** A name in it, for the calls of the file system. */
  at(name: string): string
  isOpen(): boolean
  close(): void
}

/**
 * Opens a folder by its real path and makes sure that this is what was opened: a folder above it may
 * have been swapped for a link since the path was checked (safety.md 3a-4).
 * @throws Error when it leads elsewhere, or of the file system
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
    if (real !== folder) throw new Error(`${folder} leads elsewhere now, to ${real}`)
  } catch (error) {
    close()
    throw error
  }
  return { at: (name) => join(own, name), isOpen: () => open, close }
}
