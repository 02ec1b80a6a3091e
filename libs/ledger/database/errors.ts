import Database from 'better-sqlite3'
import { AircoderError, type ErrorCode } from '#core'

/** What the disk or SQLite said -> what the person can act on. A prefix covers its extended codes. */
const FATES: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'DISK_FULL'],
  // The shared-memory file is stretched before use, and a full disk shows there first.
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
  // What mkdir says on a read-only file system.
  ['ENOENT', 'LEDGER_UNWRITABLE'],
  ['ENOTDIR', 'LEDGER_UNWRITABLE'],
  ['EEXIST', 'LEDGER_UNWRITABLE'],
]

/** Translates a fault of disk or database into a coded error; anything else is a bug and stays as it is. */
function translateFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof AircoderError) return error
  // Only a stored text is ever parsed, so one that does not parse was damaged.
  const said = error instanceof SyntaxError ? 'SQLITE_CORRUPT' : codeOf(error)
  const fate = FATES.find(([prefix]) => said.startsWith(prefix))
  if (!fate) return error
  const facts = { path, reason: error.message, owner: 'process unknown' }
  return new AircoderError(fate[1], facts, { cause: error })
}

/** Runs one door of the ledger with its faults translated. */
export function guarded<A extends unknown[], R>(path: string, door: (...args: A) => R) {
  return (...args: A): R => {
    try {
      return door(...args)
    } catch (error) {
      throw translateFault(error, path)
    }
  }
}

/** The same for lines that are made while they are read. */
export function* guardedLines(path: string, lines: Iterable<string>): Generator<string> {
  try {
    yield* lines
  } catch (error) {
    throw translateFault(error, path)
  }
}

function codeOf(error: Error): string {
  if (error instanceof Database.SqliteError) return error.code
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
