import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

export type FileRead =
  | { ok: true; text: string; hash: string }
  /** It is no text, too large, a link, or cannot be read. */
  | { ok: false }

/** Larger files are tables or made by programs. */
export const MOST_BYTES = 512 * 1_024

/**
 * Reads a file of the tree. Links are not followed, and a file with several names is not read, because another
 * name may be denied. Bytes that are no UTF-8 become the replacement character.
 */
export function readSource(path: string): FileRead {
  let handle: number | undefined
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = fstatSync(handle)
    if (!stats.isFile() || stats.nlink > 1 || stats.size > MOST_BYTES) return { ok: false }
    const bytes = Buffer.alloc(stats.size)
    const length = readSync(handle, bytes, 0, stats.size, 0)
    const body = bytes.subarray(0, length)
    if (body.subarray(0, 8_000).includes(0)) return { ok: false }
    const hash = createHash('sha1').update(body).digest('base64').slice(0, 20)
    return { ok: true, text: body.toString('utf8'), hash }
  } catch {
    return { ok: false }
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
