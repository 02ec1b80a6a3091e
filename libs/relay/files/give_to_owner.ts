import { fchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A file that root writes must stay readable for the service: it gets the owner of its folder.
 * @param handle  of the file itself: the folder's owner could replace the path by a link meanwhile
 */
export function giveToOwner(handle: number, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (uid !== 0) fchownSync(handle, uid, gid)
}
