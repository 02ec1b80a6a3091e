import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AircoderError, type Clock, makeFolders, syncFolder } from '#core'
import { APPLICATION_ID, createSchema, migrate, missingMigrations } from '../schema/migrations.js'
import { watchPlace } from './in_place.js'
import { createEmpty, lockAlone, shareLock } from './lock.js'
import { openMark, removeMark } from './mark.js'
import { openReader, refuseEmpty, refuseLinks, sizeOf } from './open_reader.js'
import { createSessionLocks } from './session_locks.js'
import type { Around, SessionLocks } from './store.js'

/** How long a statement waits for a reader that recovers the log. */
const BUSY_MS = 5_000

export interface Writer {
  db: Database.Database
  /** Checks that the files are still in their place, and stores the number of durable writes. */
  around: Around
  sessions: SessionLocks
  release(): void
}

/**
 * Opens the ledger for writing, or creates it. Several processes may have it open; each session belongs to
 * one of them (see session_locks.ts). A file that is refused (newer, foreign, damaged, locked) stays unchanged.
 */
export function openWriter(path: string, clock: Clock): Writer {
  makeFolders(dirname(path))
  refuseLinks(path)
  if (!isReady(path)) makeReady(path, clock)
  const lock = shareLock(path)
  try {
    chmodSync(path, 0o600)
    const db = connectWriter(path, clock)
    const mark = openMark(path)
    const sessions = createSessionLocks(path)
    const place = watchPlace(path)
    return {
      db,
      around: {
        before() {
          place.check()
          const id = sessions.keep()
          if (id !== null) throw new AircoderError('SESSION_IN_USE', { id, owner: 'a new process' })
        },
        after(writes) {
          mark.set(writes)
          place.note()
        },
      },
      sessions,
      release() {
        // A second release must not close a file descriptor that has been reused.
        if (!db.open) return
        db.close()
        mark.close()
        sessions.release()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Whether the ledger exists with every migration. @throws for a file that must not be opened */
function isReady(path: string): boolean {
  refuseEmpty(path)
  if (sizeOf(path) === null) return false
  const db = openReader(path, { mayBeOlder: true })
  try {
    return missingMigrations(db).length === 0
  } finally {
    db.close()
  }
}

/** Creates or migrates the ledger while no other process writes. Another one may have done it meanwhile. */
function makeReady(path: string, clock: Clock): void {
  const lock = lockAlone(path)
  try {
    if (isReady(path)) return
    if (sizeOf(path) === null) {
      createLedger(path, clock)
      return
    }
    const db = new Database(path, { fileMustExist: true, timeout: BUSY_MS })
    try {
      configure(db)
      migrate(db, clock)
    } finally {
      db.close()
    }
  } finally {
    lock.release()
  }
}

function connectWriter(path: string, clock: Clock): Database.Database {
  const db = new Database(path, { fileMustExist: true, timeout: BUSY_MS })
  try {
    configure(db)
    db.prepare('REPLACE INTO owner (one, pid, since_ms) VALUES (1, ?, ?)').run(
      process.pid,
      clock.now(),
    )
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Creates the ledger under another name and renames it, so that it exists completely or not at all. */
function createLedger(path: string, clock: Clock): void {
  const fresh = `${path}.new`
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(fresh + part, { force: true })
  createFile(fresh, clock)
  syncFile(fresh)
  removeMark(path)
  renameSync(fresh, path)
  syncFolder(dirname(path))
}

/** Creates an empty ledger, not yet synced. The file must not exist. */
export function createFile(fresh: string, clock: Clock): void {
  createEmpty(fresh)
  const db = new Database(fresh)
  try {
    // One sync at the end is enough: an incomplete file is never renamed.
    db.pragma('journal_mode = MEMORY')
    db.pragma('synchronous = OFF')
    db.pragma(`application_id = ${APPLICATION_ID}`)
    createSchema(db, clock)
  } finally {
    db.close()
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL')
  // FULL: an acknowledged commit survives a loss of power, not only a kill.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // What a commit deletes (a pending decision, which is not redacted) must not stay in free pages.
  db.pragma('secure_delete = ON')
}
