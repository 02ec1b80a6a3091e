import type Database from 'better-sqlite3'
import { sha256 } from '../values/hash.js'

/** Filled by the migrations, or made from the other tables afterwards. */
const MADE = new Set(['migrations', 'owner', 'counters'])

/**
 * Copies every row that can be read from a damaged ledger to an empty one, table by table. A table with an
 * unreadable page is read from its start and from its end. Blobs with other bytes than their hash are left out.
 * @returns sentences about what could not be read
 */
export function copyRows(from: Database.Database, to: Database.Database): string[] {
  to.pragma('foreign_keys = OFF')
  return tablesOf(to).flatMap((table) => copyTable(table, from, to))
}

function tablesOf(db: Database.Database): string[] {
  return db
    .prepare<[], string>(`
      SELECT name FROM sqlite_schema WHERE type = 'table'
        AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'evidence_text%'
        AND name NOT LIKE 'evidence_chunks%' ORDER BY rowid`)
    .pluck()
    .all()
    .filter((name) => !MADE.has(name))
}

function copyTable(table: string, from: Database.Database, to: Database.Database): string[] {
  const known = new Set(columnsOf(table, from).map(({ name }) => name))
  const columns = columnsOf(table, to).filter(({ name }) => known.has(name))
  if (columns.length === 0) return [`The table ${table} cannot be read.`]
  const names = columns.map(({ name }) => name)
  const insert = to.prepare<unknown[]>(
    `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
  let refused = 0
  const readAll = (order: 'ASC' | 'DESC'): boolean => {
    const by = (key.length > 0 ? key : ['rowid']).map((name) => `${name} ${order}`).join(', ')
    try {
      const rows = from.prepare<[], unknown[]>(
        `SELECT ${names.join(', ')} FROM ${table} ORDER BY ${by}`,
      )
      for (const row of rows.raw().iterate()) {
        try {
          if (table !== 'blobs' || isWhole(row, names)) insert.run(...row)
          else refused += 1
        } catch {
          // A value of another type than its column.
          refused += 1
        }
      }
      return true
    } catch {
      return false
    }
  }
  const isRead = readAll('ASC')
  if (!isRead) readAll('DESC')
  return [
    ...(isRead ? [] : [`Some rows of the table ${table} cannot be read.`]),
    ...(refused > 0 ? [`${refused} rows of the table ${table} are damaged.`] : []),
  ]
}

function columnsOf(table: string, db: Database.Database): { name: string; pk: number }[] {
  try {
    return db.prepare<[], { name: string; pk: number }>(`PRAGMA table_info(${table})`).all()
  } catch {
    return []
  }
}

function isWhole(row: readonly unknown[], names: readonly string[]): boolean {
  const bytes = row[names.indexOf('bytes')]
  return Buffer.isBuffer(bytes) && sha256(bytes) === row[names.indexOf('hash')]
}
