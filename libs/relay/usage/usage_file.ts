import { closeSync, constants, fchmodSync, lstatSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolders } from '#core'
import { giveToOwner } from '../files/give_to_owner.js'
import { COUNTS, type Sums } from './sums.js'

/** `acup`: identifies the file among other databases. */
const APPLICATION_ID = 0x61637570
const VERSION = 1
/** Another process that shares the folder writes for a millisecond; no request waits for longer than this. */
const BUSY_MS = 100

export interface UsageKey {
  day: string
  /** 0 to 23 by the proxy's own clock. */
  hour: number
  person: string
  model: string
}
export interface UsageRow extends UsageKey, Sums {}

const TABLE = `CREATE TABLE IF NOT EXISTS usage (
  day TEXT NOT NULL, person TEXT NOT NULL, hour INTEGER NOT NULL, model TEXT NOT NULL,
  PRIMARY KEY (day, person, hour, model)
) STRICT, WITHOUT ROWID`

/**
 * Opens the usage records for writing, creating them if they are missing.
 * @param path  null: kept in memory only
 * @throws      Error when the file is another program's, of a newer version, or not writable
 */
export function openUsageFile(path: string | null): Database.Database {
  if (path !== null) makePrivate(path)
  const db = new Database(path ?? ':memory:', { timeout: BUSY_MS })
  try {
    assertOurs(db)
    db.pragma('journal_mode = WAL')
    // A kill of the process loses nothing that was written; only a loss of power may take the last seconds.
    db.pragma('synchronous = NORMAL')
    db.transaction(() => prepareTable(db)).immediate()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Opens the records for reading; another process may write them.
 * @throws Error when there is no such file or it cannot be read
 */
export function readUsageFile(path: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 1_000 })
  try {
    assertOurs(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function makePrivate(path: string): void {
  makeFolders(dirname(path))
  try {
    withHandle(openSync(path, 'wx', 0o600), (handle) => giveToOwner(handle, path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    shutOthersOut(path)
  }
}

// Links are not followed: where root runs this, the folder is another user's.
function shutOthersOut(path: string): void {
  const found = lstatSync(path)
  if (!found.isFile()) throw new Error('the path is not a regular file')
  // Opened only if necessary: closing it would release the locks of SQLite that this process holds on it.
  if ((found.mode & 0o777) === 0o600) return
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  withHandle(openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (handle) =>
    fchmodSync(handle, 0o600),
  )
}

function withHandle(handle: number, use: (handle: number) => void): void {
  try {
    use(handle)
  } finally {
    closeSync(handle)
  }
}

function assertOurs(db: Database.Database): void {
  const id = db.pragma('application_id', { simple: true })
  const version = Number(db.pragma('user_version', { simple: true }))
  const isEmpty = id === 0 && db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  if (id !== APPLICATION_ID && !isEmpty) throw new Error('it belongs to another program')
  if (version > VERSION) throw new Error('it was written by a newer aircoder-proxy')
}

function prepareTable(db: Database.Database): void {
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.exec(TABLE)
  const there = new Set(db.prepare("SELECT name FROM pragma_table_info('usage')").pluck().all())
  for (const name of COUNTS)
    if (!there.has(name)) db.exec(`ALTER TABLE usage ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`)
  db.pragma(`user_version = ${VERSION}`)
}
