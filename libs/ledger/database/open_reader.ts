import { lstatSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AircoderError } from '#core'
import { checkIdentity, missingMigrations } from '../schema/migrations.js'
import { readMark } from './mark.js'
import { peekNumber } from './store.js'

/** Files that belong to one ledger: database, write-ahead log, its index, lock and mark. */
const PARTS = ['', '-wal', '-shm', '.lock', '.mark']

/**
 * A connection that sees one consistent state and cannot write, also while another process does.
 * @param mayBeOlder  true: the caller will migrate it
 * @throws LEDGER_UNREADABLE for a missing, foreign or older file, LEDGER_NEWER for a later one
 */
export function openReader(path: string, { mayBeOlder = false } = {}): Database.Database {
  refuseLinks(path)
  if (sizeOf(path) === null) throw unreadable(path, 'there is no such file')
  refuseEmpty(path)
  // Before the snapshot: a writer may be at work, and the mark must not be newer than what is then seen.
  const marked = readMark(path)
  const db = connectReader(path)
  try {
    checkIdentity(db, path)
    if (!mayBeOlder && missingMigrations(db).length > 0)
      throw unreadable(
        path,
        'an older aircoder wrote it, and the first run will bring it up to date',
      )
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
  const reason = `its last ${lost} writes are lost, by a damaged log or an older copy in its place; remove ${path}.mark to go on with what is left`
  throw unreadable(path, reason)
}

/** Connects without a look at what the file holds. */
export function connectReader(path: string): Database.Database {
  try {
    return connect(path)
  } catch (error) {
    if (!mayReadAsStill(error, path)) throw error
    // No log and no way to make one: the folder is read-only, so nobody writes and the file is all there is.
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

/** In memory there is no log, so the copy says in its header (bytes 18 and 19 of the format) that it needs none. */
function copyWithoutLog(path: string): Buffer {
  return readFileSync(path).fill(1, 18, 20)
}

/** Refuses to follow a link to somebody else's file (contract: never through a symlink). */
export function refuseLinks(path: string): void {
  for (const part of PARTS) {
    const found = lstatSync(path + part, { throwIfNoEntry: false })
    if (!found) continue
    if (found.isSymbolicLink()) throw unreadable(path + part, 'it is a symbolic link')
    if (!found.isFile()) throw unreadable(path + part, 'it is not a file')
  }
}

/**
 * A ledger comes into being whole, by rename. So an empty file, or a log without its file, has lost its
 * contents, and SQLite would go on as if it were new.
 */
export function refuseEmpty(path: string): void {
  const size = sizeOf(path)
  if (size === 0) throw unreadable(path, 'it is empty')
  if (size === null && (sizeOf(`${path}-wal`) ?? 0) > 0)
    throw unreadable(path, 'it is gone, but its write-ahead log is still there')
}

export function sizeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? null
}

function mayReadAsStill(error: unknown, path: string): boolean {
  const isShut =
    error instanceof Database.SqliteError && /^SQLITE_(?:CANTOPEN|READONLY)/.test(error.code)
  return isShut && (sizeOf(`${path}-wal`) ?? 0) === 0
}

function unreadable(path: string, reason: string): AircoderError {
  return new AircoderError('LEDGER_UNREADABLE', { path, reason })
}
