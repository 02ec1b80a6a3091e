import { closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AircoderError } from '#core'
import { connectReader } from './open_reader.js'

export interface Lock {
  release(): void
}

/** What this process owns: a database that nothing refers to is closed when memory is collected, and its lock with it. */
const owned = new Set<Database.Database>()

/**
 * Makes this process the only writer of the ledger until `release` or its death.
 * The lock is an exclusive transaction on a side file, so the kernel frees it on kill -9 and no pid is trusted.
 * @throws LEDGER_LOCKED with the owner's pid
 */
export function takeLock(path: string): Lock {
  const lockPath = `${path}.lock`
  createEmpty(lockPath)
  const db = new Database(lockPath, { timeout: 0 })
  try {
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (!isBusy(error)) throw error
    throw new AircoderError('LEDGER_LOCKED', { path, owner: ownerOf(path) }, { cause: error })
  }
  owned.add(db)
  return {
    release() {
      owned.delete(db)
      db.close()
    },
  }
}

/**
 * Makes an empty file for the owner's eyes only.
 * Never opens an existing one: closing it would drop the locks that this process holds on it.
 */
export function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** The pid is for the message only; a ledger that is just being made names none yet. */
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
