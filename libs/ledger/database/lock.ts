import { closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { AircoderError } from '#core'
import { connectReader } from './open_reader.js'

export interface Lock {
  release(): void
}

/** Keeps the lock databases reachable: garbage collection would close them and release the lock. */
const held = new Set<Database.Database>()

/**
 * Makes this process the only writer of the ledger until `release` or its death.
 * The lock is an exclusive transaction on a side file: the kernel releases it on kill -9, and no stored pid is trusted.
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
  held.add(db)
  return {
    release() {
      held.delete(db)
      db.close()
    },
  }
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

function isBusy(error: unknown): boolean {
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
