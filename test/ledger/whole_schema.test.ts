import { join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { systemClock } from '#core'
import { openLedger } from '#ledger'
import { APPLICATION_ID, migrate } from '../../libs/ledger/schema/migrations.js'
import { readTables } from '../kit/ledger.js'

const CLOCK = { ...systemClock, now: () => 7 }

/** A ledger as an old version left it: every migration one by one. */
function makeMigrated(path: string): void {
  const db = new Database(path)
  db.pragma(`application_id = ${APPLICATION_ID}`)
  migrate(db, CLOCK)
  db.close()
}

function headOf(path: string): Record<string, unknown> {
  const db = new Database(path, { readonly: true })
  const head = Object.fromEntries(
    [
      'application_id',
      'user_version',
      'encoding',
      'page_size',
      'auto_vacuum',
      'foreign_key_check',
    ].map((name) => [name, db.pragma(name, { simple: true })]),
  )
  const schema = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
  const columns = db
    .prepare(
      "SELECT m.name, c.* FROM sqlite_schema m, pragma_table_xinfo(m.name) c WHERE m.type = 'table'",
    )
    .all()
  db.close()
  return { head, schema, columns }
}

t.test('a new ledger has the schema and the rows that all migrations leave', async (t) => {
  const folder = t.testdir()
  const [fresh, old] = [join(folder, 'fresh.sqlite'), join(folder, 'old.sqlite')]
  openLedger({ path: fresh, clock: CLOCK }).close()
  makeMigrated(old)
  t.same(headOf(fresh), headOf(old))
  const { owner, ...rows } = readTables(fresh)
  const { owner: none, ...oldRows } = readTables(old)
  t.equal(owner?.length, 1, 'the process that opened it')
  t.equal(none?.length, 0)
  t.same(rows, oldRows)
  t.ok((oldRows.migrations?.length ?? 0) > 20)
})
