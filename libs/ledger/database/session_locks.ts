import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { removeLeftover } from '#core'
import { createEmpty, dropLock, holdLock, isBusy } from './lock.js'
import type { SessionLocks } from './store.js'

/** A file can be removed by its owner between its creation and its lock. Each try meets another owner. */
const TRIES = 10

/** One empty side file for each session that a process works in: `<ledger>.<session>.lock`. */
export function createSessionLocks(path: string): SessionLocks {
  const mine = new Map<string, { db: Database.Database; inode: number }>()
  const fileOf = (sessionId: string) => `${path}.${sessionId}.lock`

  const claim = (sessionId: string): boolean => {
    if (mine.has(sessionId)) return true
    const file = fileOf(sessionId)
    for (let tries = 0; tries < TRIES; tries += 1) {
      createEmpty(file)
      const inode = inodeOf(file)
      const db = holdLock(file, 'BEGIN EXCLUSIVE', 0)
      if (db === null) return false
      // A lock on a file that its last owner removed meanwhile is no lock.
      if (inode !== null && inodeOf(file) === inode) {
        mine.set(sessionId, { db, inode })
        return true
      }
      dropLock(db)
    }
    return false
  }

  return {
    claim,
    keep() {
      for (const [sessionId, { db, inode }] of mine) {
        if (inodeOf(fileOf(sessionId)) === inode) continue
        mine.delete(sessionId)
        dropLock(db)
        if (!claim(sessionId)) return sessionId
      }
      return null
    },
    isMine: (sessionId) => mine.has(sessionId),
    isElsewhere: (sessionId) => !mine.has(sessionId) && isLocked(fileOf(sessionId)),
    release() {
      for (const [sessionId, { db }] of mine) {
        // Removed while it is locked, so that nobody locks a file that is about to be removed.
        removeLeftover(fileOf(sessionId))
        dropLock(db)
      }
      mine.clear()
    },
  }
}

function isLocked(file: string): boolean {
  if (inodeOf(file) === null) return false
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly: true, timeout: 0 })
    db.pragma('schema_version')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    // A damaged side file: its owner would have the lock, and that is found before a byte is read.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB') return false
    // Removed since it was found.
    if (inodeOf(file) === null) return false
    throw error
  } finally {
    db?.close()
  }
}

function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null
}
