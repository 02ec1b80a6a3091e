import { existsSync, lstatSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { AircoderError, makeFolders } from '#core'
import { guarded } from './errors.js'
import { kindOf, migrate, NEWEST, versionOf } from './schema/migrations.js'

/** How long a write waits for that of another process. */
const BUSY_MS = 5_000
/** Pages of a search lie all over the file. With SQLite's own 16 MiB most are read again for each search of a large memory. */
const CACHE_KIB = 65_536
/** Pause between two tries to switch a new file to a log: that switch does not wait by itself. */
const PAUSE_MS = 20
/** The file in a folder that is given as path. */
const FILE = 'memory.db'

/** What the views share: the database, its statements by their text, and transactions. */
export interface Store {
  readonly path: string
  readonly db: Database.Database
  /** The prepared statement of a text; each text is compiled once. */
  sql<P extends unknown[] = unknown[], R = unknown>(text: string): Database.Statement<P, R>
  /** Runs a function as one transaction that has the right to write from its start. */
  write<T>(change: () => T): T
  close(): void
}

export interface OpenOptions {
  /** What happens to a damaged file. refuse: an error. set_aside: it gets another name, and a new memory begins. */
  damaged: 'refuse' | 'set_aside'
}

/**
 * Opens the memory of a path, or creates it. An older file is migrated; a newer, foreign or damaged one stays unchanged.
 * @param path  a file, an existing folder, or `:memory:`
 * @throws AircoderError MEMORY_NEWER, MEMORY_UNREADABLE, MEMORY_UNWRITABLE, MEMORY_LOCKED, MEMORY_DISK_FULL
 */
export function openStore(path: string, { damaged }: OpenOptions): Store {
  const file = fileOf(path)
  try {
    return open(file)
  } catch (error) {
    const isDamaged = error instanceof AircoderError && error.code === 'MEMORY_UNREADABLE'
    if (!isDamaged || damaged !== 'set_aside' || !isPlainFile(file)) throw error
    setAside(file)
    return open(file)
  }
}

function fileOf(path: string): string {
  if (path === ':memory:' || !existsSync(path)) return path
  return statSync(path).isDirectory() ? join(path, FILE) : path
}

function open(file: string): Store {
  return guarded(file, () => {
    if (file !== ':memory:') {
      makeFolders(dirname(file))
      refuseLinks(file)
    }
    const db = connect(file)
    try {
      prepare(db, file)
    } catch (error) {
      db.close()
      throw error
    }
    return storeOf(db, file)
  })
}

/** The driver loads its binary here and not with the library. */
function connect(file: string): Database.Database {
  const Driver = createRequire(import.meta.url)('better-sqlite3') as typeof Database
  return new Driver(file, { timeout: BUSY_MS })
}

function prepare(db: Database.Database, file: string): void {
  const kind = kindOf(db)
  if (kind === 'foreign') throw unreadable(file, 'it is not a memory of aircoder')
  if (versionOf(db) > NEWEST) {
    const facts = { path: file, found: versionOf(db), known: NEWEST }
    throw new AircoderError('MEMORY_NEWER', facts)
  }
  useLog(db)
  // A kill loses nothing. Only a loss of power can lose the last events, and it leaves the file intact.
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma(`cache_size = -${CACHE_KIB}`)
  if (versionOf(db) < NEWEST) migrate(db)
}

/** Two processes may create the file at once. */
function useLog(db: Database.Database): void {
  const until = Date.now() + BUSY_MS
  for (;;) {
    try {
      db.pragma('journal_mode = WAL')
      return
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
      if (!busy || Date.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

function storeOf(db: Database.Database, path: string): Store {
  const statements = new Map<string, Database.Statement>()
  return {
    path,
    db,
    sql<P extends unknown[], R>(text: string) {
      const known = statements.get(text) ?? db.prepare(text)
      statements.set(text, known)
      return known as Database.Statement<P, R>
    },
    write: (change) => db.transaction(change).immediate(),
    close: () => db.close(),
  }
}

function refuseLinks(file: string): void {
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    if (lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink())
      throw unreadable(part, 'it is a symbolic link')
  }
}

function isPlainFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** `memory.db` becomes `memory.db.damaged-1`; nothing is deleted. */
function setAside(file: string): void {
  let number = 1
  while (existsSync(`${file}.damaged-${number}`)) number += 1
  for (const part of ['', '-wal', '-shm'])
    if (existsSync(file + part)) renameSync(file + part, `${file}.damaged-${number}${part}`)
}

function unreadable(path: string, reason: string): AircoderError {
  return new AircoderError('MEMORY_UNREADABLE', { path, reason })
}
