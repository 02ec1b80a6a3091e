import { closeSync, existsSync, openSync, statSync, truncateSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AircoderError } from '#core'
import { connectReader } from './open_reader.js'

export interface Lock {
  release(): void
}

/** Keeps the lock databases reachable: garbage collection would close them and release the lock. */
const held = new Set<Database.Database>()

/** How long a start waits while another process creates or migrates the ledger. Both take well below 1 s. */
const WAIT_MS = 2_000

/**
 * Makes this process one of the ledger's writers until `release` or its death. While there is one, no process
 * can take the ledger alone. The lock is a read transaction on a side file: the kernel releases it on kill -9.
 * @throws LEDGER_LOCKED when a process has the ledger alone
 */
export function shareLock(path: string): Lock {
  return lock(path, 'BEGIN; SELECT count(*) FROM sqlite_schema')
}

/**
 * Makes this process the only one that has the ledger open for writing, to create or to migrate it.
 * @throws LEDGER_LOCKED with the owner's pid
 */
export function lockAlone(path: string): Lock {
  return lock(path, 'BEGIN EXCLUSIVE')
}

function lock(path: string, begin: string): Lock {
  const lockPath = `${path}.lock`
  createEmpty(lockPath)
  const db = holdLock(lockPath, begin, WAIT_MS)
  if (db === null) throw new AircoderError('LEDGER_LOCKED', { path, owner: ownerOf(path) })
  return { release: () => dropLock(db) }
}

/**
 * Runs a function while no other process runs one for the same path: what it reads stays true until it has written. After
 * a wait of `WAIT_MS` it runs without the lock, because a person waits.
 */
export function whileLocked<T>(path: string, run: () => T): T {
  const lockPath = `${path}.lock`
  createEmpty(lockPath)
  const db = holdLock(lockPath, 'BEGIN EXCLUSIVE', WAIT_MS)
  try {
    return run()
  } finally {
    if (db !== null) dropLock(db)
  }
}

/** Opens a side file and keeps it locked. @returns null when another connection has it */
export function holdLock(
  lockPath: string,
  begin: string,
  timeout: number,
): Database.Database | null {
  if (isDamaged(lockPath)) truncateSync(lockPath)
  const db = new Database(lockPath, { timeout })
  try {
    db.pragma('journal_mode = MEMORY')
    db.exec(begin)
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw error
  }
  held.add(db)
  return db
}

/**
 * Whether a side file has bytes: nobody writes any. SQLite would refuse it. It is emptied in place, so that a lock that
 * another process has on it still counts.
 */
function isDamaged(lockPath: string): boolean {
  return (statSync(lockPath, { throwIfNoEntry: false })?.size ?? 0) > 0
}

export function dropLock(db: Database.Database): void {
  held.delete(db)
  db.close()
}

/**
 * Creates an empty file with mode 0600.
 * It never opens an existing file: closing it would drop the locks that this process has on it.
 */
export function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** For the error message only. A ledger that is being created has no pid yet. */
function ownerOf(path: string): string {
  if (!existsSync(path)) return 'process unknown'
  const db = connectReader(path)
  try {
    const pid = db.prepare('SELECT pid FROM owner').pluck().get()
    return `process ${pid ?? 'unknown'}`
  } finally {
    db.close()
  }
}
