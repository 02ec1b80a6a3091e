import { closeSync, lstatSync, openSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { giveToOwner } from './give_to_owner.js'

/** How long another process's change is waited for: it takes milliseconds. */
const WAIT_MS = 5_000

/**
 * Locks an empty file against all other processes until the returned function is called. The lock is an
 * exclusive transaction on it, so the kernel frees it when a process dies; no pid is trusted.
 * @throws Error when it is held for longer than `waitMs`, cannot be made, or is not a file that can be locked
 */
export function holdFile(path: string, waitMs = WAIT_MS): () => void {
  make(path)
  const name = basename(path)
  if (!lstatSync(path).isFile()) throw new Error(`${name} is no file of its own: remove it`)
  const db = new Database(path, { timeout: waitMs })
  try {
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    db.close()
    const { code, message } = cause as Error & { code?: string }
    const reason = code === 'SQLITE_BUSY' ? 'another process is changing it' : `${name}: ${message}`
    throw new Error(reason, { cause })
  }
  return () => void db.close()
}

function make(path: string): void {
  try {
    const handle = openSync(path, 'wx', 0o600)
    try {
      giveToOwner(handle, path)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
