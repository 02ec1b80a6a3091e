import Database from 'better-sqlite3'
import { AircoderError, LIMITS } from '#core'
import { openReader } from '../database/open_reader.js'
import type { SqlResult } from '../types/queries.js'

const LEADING_COMMENTS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/

/** Runs one read-only statement on its own read-only connection. */
export function runSql(path: string, statement: string): SqlResult {
  const db = openReader(path)
  try {
    const prepared = prepare(db, statement)
    const rows: unknown[][] = []
    for (const row of prepared.raw().iterate()) {
      if (rows.length === LIMITS.sqlRows) break
      rows.push(row)
    }
    return { columns: prepared.columns().map(({ name }) => name), rows }
  } catch (error) {
    throw toSqlError(error, db)
  } finally {
    db.close()
  }
}

function prepare(db: Database.Database, statement: string): Database.Statement<[], unknown[]> {
  const bare = statement.replace(LEADING_COMMENTS, '')
  if (!/^(?:SELECT|WITH|VALUES|EXPLAIN)\b/i.test(bare))
    throw refused(bare === '' ? 'there is none.' : 'it does not begin with SELECT or WITH.', db)
  const prepared = db.prepare<[], unknown[]>(statement)
  if (prepared.reader && prepared.readonly) return prepared
  throw refused('it would change the ledger.', db)
}

/** better-sqlite3 throws RangeError for zero or several statements; SQLite reports SQLITE_ERROR for invalid SQL. */
function toSqlError(error: unknown, db: Database.Database): unknown {
  const isBadSql = error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR'
  if (!isBadSql && !(error instanceof RangeError)) return error
  return refused(error.message, db, error)
}

function refused(reason: string, db: Database.Database, cause?: unknown): AircoderError {
  const tables = `The tables are ${tablesOf(db).join(', ')}.`
  return new AircoderError('SQL_REFUSED', { reason, tables }, { cause })
}

/** Names of the tables that a person can read; those of the text search are parts of one. */
function tablesOf(db: Database.Database): string[] {
  return db
    .prepare<[], string>(`
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite_%'
      ORDER BY name`)
    .pluck()
    .all()
}
