import { fchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What root writes must stay readable for the service: the file goes to the owner of its folder.
 * @param handle  of the file itself: the folder's owner could put a link to anything at its path meanwhile
 */
export function giveToOwner(handle: number, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (uid !== 0) fchownSync(handle, uid, gid)
}
