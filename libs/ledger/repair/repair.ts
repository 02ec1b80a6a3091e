import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AircoderError, type Clock, syncFolder, systemClock } from '#core'
import { lockAlone } from '../database/lock.js'
import { readMark } from '../database/mark.js'
import { connectReader, refuseLinks } from '../database/open_reader.js'
import { createFile, syncFile } from '../database/open_writer.js'
import { peekNumber } from '../database/store.js'
import { verifyLedger } from '../verify/verify.js'
import { copyRows } from './copy_rows.js'
import { cutTasks } from './cut_tasks.js'
import { rebuildRest } from './rebuild_rest.js'

/** What a repair has done. */
export interface Repair {
  /** The damaged ledger under its new name; null: it was whole, and nothing was changed. */
  kept: string | null
  /** What is not in the new ledger. */
  lost: string[]
}

/** The log and the mark belong to the file. The index of the log is made again. */
const PARTS = ['', '-wal', '.mark']

/**
 * Rebuilds what can be rebuilt of a damaged ledger in a new file, checks it, and puts it in place. The damaged files
 * are kept under another name. No other process may have the ledger open.
 * @throws LEDGER_UNREADABLE when nothing can be rebuilt; LEDGER_LOCKED while another process works. Nothing is changed then
 */
export function repairLedger(path: string, clock: Clock = systemClock): Repair {
  refuseLinks(path)
  const lock = lockAlone(path)
  try {
    if (isWhole(path)) return { kept: null, lost: [] }
    const fresh = `${path}.repaired`
    const lost = rebuild(path, fresh, clock)
    const { ok, problems } = verifyLedger(fresh)
    if (!ok) {
      removeAll(fresh)
      throw unreadable(path, `it cannot be rebuilt: ${problems[0]}`)
    }
    const kept = keepOld(path)
    renameSync(fresh, path)
    removeAll(fresh)
    syncFolder(dirname(path))
    return { kept, lost }
  } finally {
    lock.release()
  }
}

function isWhole(path: string): boolean {
  try {
    return verifyLedger(path).ok
  } catch {
    return false
  }
}

function rebuild(path: string, fresh: string, clock: Clock): string[] {
  const from = connect(path)
  try {
    removeAll(fresh)
    createFile(fresh, clock)
    const to = new Database(fresh, { fileMustExist: true })
    try {
      to.pragma('journal_mode = MEMORY')
      const { writes, lost } = lostWrites(from, path)
      return to.transaction(() => {
        lost.push(...copyRows(from, to), ...cutTasks(to))
        rebuildRest(to, writes)
        return lost
      })()
    } finally {
      to.close()
      syncFile(fresh)
    }
  } catch (error) {
    removeAll(fresh)
    if (error instanceof Database.SqliteError) throw unreadable(path, error.message)
    throw error
  } finally {
    from.close()
  }
}

function connect(path: string): Database.Database {
  try {
    return connectReader(path)
  } catch (error) {
    throw unreadable(path, `nothing in it can be read (${(error as Error).message})`)
  }
}

function lostWrites(from: Database.Database, path: string): { writes: number; lost: string[] } {
  const marked = readMark(path) ?? 0
  let found = 0
  try {
    found = peekNumber(from)('writes')
  } catch {
    // The counters are damaged too.
  }
  const lost = marked > found ? [`The last ${marked - found} writes are lost with the log.`] : []
  return { writes: Math.max(marked, found), lost }
}

/** Renames the damaged files. @returns the new name of the ledger */
function keepOld(path: string): string {
  let number = 1
  while (existsSync(`${path}.damaged-${number}`)) number += 1
  const kept = `${path}.damaged-${number}`
  for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, kept + part)
  rmSync(`${path}-shm`, { force: true })
  return kept
}

function removeAll(path: string): void {
  for (const part of ['', '-wal', '-shm', '-journal', '.mark']) rmSync(path + part, { force: true })
}

function unreadable(path: string, reason: string): AircoderError {
  return new AircoderError('LEDGER_UNREADABLE', { path, reason })
}
