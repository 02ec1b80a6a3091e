import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { AircoderError, describeSystemError, removeLeftover, syncFolder } from '#core'

/**
 * Whether a file is at a path.
 * @throws AircoderError EXPORT_UNWRITABLE for a link, a folder or anything else that is no plain file
 */
export function isTaken(path: string): boolean {
  const stats = atPath(path, () => lstatSync(path, { throwIfNoEntry: false }))
  if (stats === undefined) return false
  if (stats.isFile()) return true
  const what = stats.isSymbolicLink()
    ? 'a link'
    : stats.isDirectory()
      ? 'a folder'
      : 'no plain file'
  throw new AircoderError('EXPORT_UNWRITABLE', { path, reason: `it is ${what}` })
}

/**
 * Writes a file piece by piece (0600): to a temporary file beside it, which is renamed. Nothing is left on an error.
 * @returns its bytes
 * @throws AircoderError EXPORT_UNWRITABLE as isTaken, and for an error of the system
 */
export function writePieces(path: string, pieces: Iterable<string>): number {
  isTaken(path)
  const temporary = `${path}.${randomBytes(6).toString('hex')}.new`
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = atPath(path, () =>
    openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600),
  )
  let bytes = 0
  try {
    try {
      for (const piece of pieces) {
        const part = Buffer.from(piece)
        atPath(path, () => writeFileSync(handle, part))
        bytes += part.length
      }
      atPath(path, () => fsyncSync(handle))
    } finally {
      closeSync(handle)
    }
    atPath(path, () => renameSync(temporary, path))
  } catch (error) {
    removeLeftover(temporary)
    throw error
  }
  syncFolder(dirname(path))
  return bytes
}

function atPath<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error
    const reason = describeSystemError(error)
    throw new AircoderError('EXPORT_UNWRITABLE', { path, reason }, { cause: error })
  }
}
