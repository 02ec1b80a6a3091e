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
    throw toSqlError(error)
  } finally {
    db.close()
  }
}

function prepare(db: Database.Database, statement: string): Database.Statement<[], unknown[]> {
  const bare = statement.replace(LEADING_COMMENTS, '')
  if (!/^(?:SELECT|WITH|VALUES|EXPLAIN)\b/i.test(bare))
    throw new AircoderError('SQL_REFUSED', { reason: 'it does not begin with SELECT or WITH.' })
  const prepared = db.prepare<[], unknown[]>(statement)
  if (prepared.reader && prepared.readonly) return prepared
  throw new AircoderError('SQL_REFUSED', { reason: 'it would change the ledger.' })
}

/** better-sqlite3 throws RangeError for zero or several statements; SQLite reports SQLITE_ERROR for invalid SQL. */
function toSqlError(error: unknown): unknown {
  const isBadSql = error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR'
  if (!isBadSql && !(error instanceof RangeError)) return error
  return new AircoderError('SQL_REFUSED', { reason: error.message }, { cause: error })
}
