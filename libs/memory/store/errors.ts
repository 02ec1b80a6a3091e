import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AircoderError, asDriverError, type ErrorCode } from '#core'

/** Code of SQLite or the system -> error code for the user. A prefix covers its extended codes. */
const CODES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'MEMORY_DISK_FULL'],
  ['ENOSPC', 'MEMORY_DISK_FULL'],
  ['EDQUOT', 'MEMORY_DISK_FULL'],
  ['SQLITE_NOTADB', 'MEMORY_UNREADABLE'],
  ['SQLITE_CORRUPT', 'MEMORY_UNREADABLE'],
  ['SQLITE_FORMAT', 'MEMORY_UNREADABLE'],
  ['SQLITE_BUSY', 'MEMORY_LOCKED'],
  ['SQLITE_TOOBIG', 'MEMORY_INPUT'],
  ['SQLITE_MISMATCH', 'MEMORY_INPUT'],
  ['SQLITE_CONSTRAINT_DATATYPE', 'MEMORY_INPUT'],
  ['SQLITE_READONLY', 'MEMORY_UNWRITABLE'],
  ['SQLITE_PERM', 'MEMORY_UNWRITABLE'],
  ['SQLITE_CANTOPEN', 'MEMORY_UNWRITABLE'],
  ['SQLITE_IOERR', 'MEMORY_UNWRITABLE'],
  ['EACCES', 'MEMORY_UNWRITABLE'],
  ['EPERM', 'MEMORY_UNWRITABLE'],
  ['EROFS', 'MEMORY_UNWRITABLE'],
  ['ENOENT', 'MEMORY_UNWRITABLE'],
  ['ENOTDIR', 'MEMORY_UNWRITABLE'],
  ['EEXIST', 'MEMORY_UNWRITABLE'],
  ['EIO', 'MEMORY_UNWRITABLE'],
]

/** What better-sqlite3 says of a view of a memory that was closed. */
const CLOSED = 'The database connection is not open'
export const IS_CLOSED = 'it is closed; make a new Memory'

/** SQLite asks for up to this much at once. It reports a full disk as an I/O error where it grows a file first. */
const LEAST_FREE_BYTES = 4 * 1_048_576

/** Translates an error of the disk or the database into a coded error; any other error is a bug and stays as it is. */
export function translate(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof AircoderError) return error
  const driver = asDriverError(error)
  if (driver !== null) return driver
  if (error instanceof TypeError && error.message === CLOSED)
    return new AircoderError('MEMORY_INPUT', { path, reason: IS_CLOSED }, { cause: error })
  // The memory parses only JSON that it stored, so JSON that does not parse is damaged.
  const code = error instanceof SyntaxError ? 'SQLITE_CORRUPT' : codeOf(error)
  const found = CODES.find(([prefix]) => code.startsWith(prefix))?.[1]
  if (found === undefined) return error
  const full = code.startsWith('SQLITE_IOERR') && isFull(path)
  const facts = { path, reason: error.message }
  return new AircoderError(full ? 'MEMORY_DISK_FULL' : found, facts, { cause: error })
}

/** Runs a function and translates its errors. */
export function guarded<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw translate(error, path)
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function isFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < LEAST_FREE_BYTES
  } catch {
    return false
  }
}
