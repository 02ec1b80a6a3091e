import { lstatSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AircoderError } from '#core'
import { checkIdentity, missingMigrations } from '../schema/migrations.js'
import { readMark } from './mark.js'
import { peekNumber } from './store.js'

/** Suffixes of the files of one ledger: database, write-ahead log, its index, lock and mark. */
const PARTS = ['', '-wal', '-shm', '.lock', '.mark']

/**
 * Opens a read-only connection. Another process can write at the same time.
 * @param mayBeOlder  true when the caller will migrate the file
 * @throws LEDGER_UNREADABLE for a missing or foreign file, LEDGER_OLDER or LEDGER_NEWER for another version's
 */
export function openReader(path: string, { mayBeOlder = false } = {}): Database.Database {
  refuseLinks(path)
  if (sizeOf(path) === null) throw unreadable(path, 'no such file')
  refuseEmpty(path)
  // The mark is read before the snapshot, so that a write in between does not look like a loss.
  const marked = readMark(path)
  const db = connectReader(path)
  try {
    checkIdentity(db, path)
    if (!mayBeOlder && missingMigrations(db).length > 0)
      throw new AircoderError('LEDGER_OLDER', { path })
    refuseLoss(db, path, marked)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function refuseLoss(db: Database.Database, path: string, marked: number | null): void {
  const lost = (marked ?? 0) - peekNumber(db)('writes')
  if (lost <= 0) return
  const log = sizeOf(`${path}-wal`) ?? 0
  const cause =
    log === 0
      ? 'its write-ahead log is missing or empty'
      : 'its write-ahead log is damaged, or the file was replaced by an older copy'
  const reason = `its last ${lost} writes are lost: ${cause}`
  throw unreadable(path, reason)
}

/** Connects without a check of the contents. */
export function connectReader(path: string): Database.Database {
  try {
    return connect(path)
  } catch (error) {
    if (!canReadCopy(error, path)) throw error
    // The folder is read-only and there is no log, so the file alone is complete.
    return connect(copyWithoutLog(path))
  }
}

function connect(source: string | Buffer): Database.Database {
  const db = new Database(source, { readonly: true })
  try {
    db.pragma('query_only = ON')
    db.pragma('schema_version')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** A database in memory has no log, so the header of the copy (bytes 18 and 19) selects the mode without one. */
function copyWithoutLog(path: string): Buffer {
  return readFileSync(path).fill(1, 18, 20)
}

/** Refuses symbolic links: a link could lead to another user's file. */
export function refuseLinks(path: string): void {
  for (const part of PARTS) {
    const found = lstatSync(path + part, { throwIfNoEntry: false })
    if (!found) continue
    if (found.isSymbolicLink()) throw unreadable(path + part, 'it is a symbolic link')
    if (!found.isFile()) throw unreadable(path + part, 'it is not a file')
  }
}

/**
 * Refuses an empty file, and a log without its file. A ledger is created by a rename, so both have lost
 * their contents, and SQLite would treat them as new.
 */
export function refuseEmpty(path: string): void {
  const size = sizeOf(path)
  if (size === 0) throw unreadable(path, 'it is empty')
  if (size === null && (sizeOf(`${path}-wal`) ?? 0) > 0)
    throw unreadable(path, 'it is missing, but its write-ahead log exists')
}

export function sizeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? null
}

function canReadCopy(error: unknown, path: string): boolean {
  const cannotOpen =
    error instanceof Database.SqliteError && /^SQLITE_(?:CANTOPEN|READONLY)/.test(error.code)
  return cannotOpen && (sizeOf(`${path}-wal`) ?? 0) === 0
}

function unreadable(path: string, reason: string): AircoderError {
  return new AircoderError('LEDGER_UNREADABLE', { path, reason })
}
