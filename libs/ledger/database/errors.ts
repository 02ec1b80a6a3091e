import { closeSync, openSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AircoderError, type ErrorCode } from '#core'

/** Code of the file system or SQLite -> error code for the user. A prefix covers its extended codes. */
const ERROR_CODES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'DISK_FULL'],
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['SQLITE_NOTADB', 'LEDGER_UNREADABLE'],
  ['SQLITE_CORRUPT', 'LEDGER_UNREADABLE'],
  ['SQLITE_FORMAT', 'LEDGER_UNREADABLE'],
  ['SQLITE_READONLY', 'LEDGER_UNWRITABLE'],
  ['SQLITE_PERM', 'LEDGER_UNWRITABLE'],
  ['SQLITE_CANTOPEN', 'LEDGER_UNWRITABLE'],
  ['SQLITE_IOERR', 'DISK_ERROR'],
  ['SQLITE_BUSY', 'LEDGER_LOCKED'],
  ['EACCES', 'LEDGER_UNWRITABLE'],
  ['EPERM', 'LEDGER_UNWRITABLE'],
  ['EROFS', 'LEDGER_UNWRITABLE'],
  ['EIO', 'DISK_ERROR'],
  ['EMFILE', 'TOO_MANY_FILES'],
  ['ENFILE', 'TOO_MANY_FILES'],
  // mkdir on a read-only file system.
  ['ENOENT', 'LEDGER_UNWRITABLE'],
  ['ENOTDIR', 'LEDGER_UNWRITABLE'],
  ['EEXIST', 'LEDGER_UNWRITABLE'],
]

/** SQLite asks for up to this much at once: one growth of the log and of its index. */
const LEAST_FREE_BYTES = 4 * 1_048_576

/** Translates an error of the disk or the database into a coded error; any other error is a bug and is returned as it is. */
function translateError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof AircoderError) return error
  // The ledger parses only JSON that it stored, so JSON that does not parse is damaged.
  const code = error instanceof SyntaxError ? 'SQLITE_CORRUPT' : codeOf(error)
  const found = ERROR_CODES.find(([prefix]) => code.startsWith(prefix))
  if (!found) return error
  const facts = { path, reason: error.message, owner: 'process unknown' }
  return new AircoderError(causeOf(code, path) ?? found[1], facts, { cause: error })
}

/** SQLite does not pass on which error the system gave: two of its codes have several causes. */
function causeOf(code: string, path: string): ErrorCode | null {
  // It extends its files before it writes to them, so a full disk is an I/O error there.
  if (/^SQLITE_IOERR_(?:SHM|WRITE|FSYNC|TRUNCATE)/.test(code) && isFull(path)) return 'DISK_FULL'
  if (code.startsWith('SQLITE_CANTOPEN') && !canOpen()) return 'TOO_MANY_FILES'
  return null
}

function isFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < LEAST_FREE_BYTES
  } catch {
    return false
  }
}

function canOpen(): boolean {
  try {
    closeSync(openSync('/', 'r'))
    return true
  } catch {
    return false
  }
}

/** Wraps a method of the ledger so that its errors are translated. */
export function guarded<A extends unknown[], R>(path: string, method: (...args: A) => R) {
  return (...args: A): R => {
    try {
      return method(...args)
    } catch (error) {
      throw translateError(error, path)
    }
  }
}

/** The same for a generator. */
export function* guardedLines<T>(path: string, lines: Iterable<T>): Generator<T> {
  try {
    yield* lines
  } catch (error) {
    throw translateError(error, path)
  }
}

function codeOf(error: Error): string {
  if (error instanceof Database.SqliteError) return error.code
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
