import type Database from 'better-sqlite3'
import { M001_START } from './m001_start.js'
import { M002_LEARNED } from './m002_learned.js'

/** 'airm' as a number: the application id in the header of every memory. */
export const APPLICATION_ID = 0x6169726d

/** The number of the last one is the version of the file. Append only; never edit or reorder a released one. */
const MIGRATIONS: readonly string[] = [M001_START, M002_LEARNED]

export const NEWEST = MIGRATIONS.length

/** The version of a file; 0: it is empty. */
export function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** What a file is. foreign: it has tables, but they are not those of a memory. */
export function kindOf(db: Database.Database): 'empty' | 'memory' | 'foreign' {
  if (Number(db.pragma('application_id', { simple: true })) === APPLICATION_ID) return 'memory'
  const tables = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() ?? 0
  return tables === 0 ? 'empty' : 'foreign'
}

/** Brings a file to the newest version, in one transaction. Another process may have done it meanwhile. */
export function migrate(db: Database.Database): void {
  db.transaction(() => {
    for (const sql of MIGRATIONS.slice(versionOf(db))) db.exec(sql)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${NEWEST}`)
  }).immediate()
}
