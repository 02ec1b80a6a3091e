import { join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { guarded } from '../../libs/ledger/database/errors.js'

const CASES: [code: string, gives: string][] = [
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['EIO', 'DISK_ERROR'],
  ['EROFS', 'LEDGER_UNWRITABLE'],
  ['EACCES', 'LEDGER_UNWRITABLE'],
  ['EMFILE', 'TOO_MANY_FILES'],
  ['ENFILE', 'TOO_MANY_FILES'],
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_IOERR_FSYNC', 'DISK_ERROR'],
  ['SQLITE_IOERR_SHMMAP', 'DISK_ERROR'],
  ['SQLITE_IOERR_READ', 'DISK_ERROR'],
  ['SQLITE_CANTOPEN', 'LEDGER_UNWRITABLE'],
]

t.test('errors of the system have the fitting code, hint and exit code', async (t) => {
  const path = join(t.testdir(), 'ledger.sqlite')
  for (const [code, gives] of CASES) {
    const error = code.startsWith('SQLITE_')
      ? new Database.SqliteError('it failed', code)
      : Object.assign(new Error(`${code}: it failed, open`), { code })
    const fail = guarded(path, () => {
      throw error
    })
    t.throws(fail, { code: gives, exitCode: 1, hint: /\w+/ }, code)
  }
})
