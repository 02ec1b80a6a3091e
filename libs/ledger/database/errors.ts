import Database from 'better-sqlite3'
import { AircoderError, type ErrorCode } from '#core'

/** Code of the file system or SQLite -> error code for the user. A prefix covers its extended codes. */
const ERROR_CODES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'DISK_FULL'],
  // SQLite extends the shared-memory file first, so a full disk appears here.
  ['SQLITE_IOERR_SHM', 'DISK_FULL'],
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['SQLITE_NOTADB', 'LEDGER_UNREADABLE'],
  ['SQLITE_CORRUPT', 'LEDGER_UNREADABLE'],
  ['SQLITE_FORMAT', 'LEDGER_UNREADABLE'],
  ['SQLITE_READONLY', 'LEDGER_UNWRITABLE'],
  ['SQLITE_PERM', 'LEDGER_UNWRITABLE'],
  ['SQLITE_CANTOPEN', 'LEDGER_UNWRITABLE'],
  ['SQLITE_IOERR', 'LEDGER_UNWRITABLE'],
  ['SQLITE_BUSY', 'LEDGER_LOCKED'],
  ['EACCES', 'LEDGER_UNWRITABLE'],
  ['EPERM', 'LEDGER_UNWRITABLE'],
  ['EROFS', 'LEDGER_UNWRITABLE'],
  // mkdir on a read-only file system.
  ['ENOENT', 'LEDGER_UNWRITABLE'],
  ['ENOTDIR', 'LEDGER_UNWRITABLE'],
  ['EEXIST', 'LEDGER_UNWRITABLE'],
]

/** Translates an error of the disk or the database into a coded error; any other error is a bug and is returned as it is. */
function translateError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof AircoderError) return error
  // The ledger parses only JSON that it stored, so JSON that does not parse is damaged.
  const code = error instanceof SyntaxError ? 'SQLITE_CORRUPT' : codeOf(error)
  const found = ERROR_CODES.find(([prefix]) => code.startsWith(prefix))
  if (!found) return error
  const facts = { path, reason: error.message, owner: 'process unknown' }
  return new AircoderError(found[1], facts, { cause: error })
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

/** The same for a generator of lines. */
export function* guardedLines(path: string, lines: Iterable<string>): Generator<string> {
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
