import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { openLedger } from '#ledger'
import { freshLedger, makeRead, makeStep, startTask } from '../kit/ledger.js'

interface Change {
  what: string
  change(path: string): void
  /** Puts back what can be put back. */
  restore?(path: string): void
  says: RegExp
}

const aside = (path: string) => `${dirname(path)}-aside`
const away = (path: string) => renameSync(path, `${path}.away`)
const back = (path: string) => {
  rmSync(path, { recursive: true, force: true })
  renameSync(`${path}.away`, path)
}

/** What a person, a script or a backup does with the data folder while a run works. */
const CHANGES: readonly Change[] = [
  { what: 'the file is moved away', change: away, restore: back, says: /it is missing/ },
  {
    what: 'the file is replaced by an older copy',
    change: (path) => {
      away(path)
      copyFileSync(`${path}.away`, path)
    },
    restore: back,
    says: /it was replaced/,
  },
  {
    what: 'an empty file is in its place',
    change: (path) => {
      away(path)
      writeFileSync(path, '')
    },
    restore: back,
    says: /it was replaced/,
  },
  {
    what: 'a link to it is in its place',
    change: (path) => {
      away(path)
      symlinkSync(`${path}.away`, path)
    },
    restore: back,
    says: /it was replaced/,
  },
  {
    what: 'the folder is renamed',
    change: (path) => renameSync(dirname(path), aside(path)),
    restore: (path) => renameSync(aside(path), dirname(path)),
    says: /it is missing/,
  },
  {
    what: 'the folder is renamed, and another one is in its place',
    change: (path) => {
      renameSync(dirname(path), aside(path))
      mkdirSync(dirname(path))
    },
    restore: (path) => {
      rmSync(dirname(path), { recursive: true })
      renameSync(aside(path), dirname(path))
    },
    says: /it is missing/,
  },
  {
    what: 'the write-ahead log is removed',
    change: (path) => rmSync(`${path}-wal`),
    says: /its write-ahead log is missing/,
  },
  {
    what: 'the write-ahead log is replaced',
    change: (path) => {
      rmSync(`${path}-wal`)
      writeFileSync(`${path}-wal`, '')
    },
    says: /its write-ahead log was replaced/,
  },
  {
    what: 'the index of the log is removed',
    change: (path) => rmSync(`${path}-shm`),
    says: /the index of its log is missing/,
  },
]

for (const { what, change, restore, says } of CHANGES)
  t.test(`a run stops before its next write when ${what}, and keeps every step`, async (t) => {
    const path = join(t.testdir(), 'data', 'ledger.sqlite')
    const ledger = openLedger({ path })
    const { taskId } = startTask(ledger)
    ledger.commit(makeStep(taskId, 1, [makeRead('a.ts', 'one')]))
    change(path)
    const found = list(dirname(path))
    const write = () => ledger.commit(makeStep(taskId, 2, [makeRead('a.ts', 'two')]))
    t.throws(write, { code: 'LEDGER_MOVED', message: says, exitCode: 1, hint: /resume/ })
    t.throws(write, { code: 'LEDGER_MOVED' }, 'again')
    t.same(list(dirname(path)), found, 'nothing was written where it was')
    restore?.(path)
    ledger.close()
    const again = openLedger({ path })
    t.equal(Number(again.sql('SELECT max(step) FROM episodes').rows[0]?.[0]), 1)
    t.same(again.verify().problems, [])
    again.commit(makeStep(taskId, 2, [makeRead('a.ts', 'two')]))
    again.close()
  })

t.test('a log that is cut while a run works stops it before its next write', async (t) => {
  const path = join(t.testdir(), 'data', 'ledger.sqlite')
  const ledger = openLedger({ path })
  const { taskId } = startTask(ledger)
  truncateSync(`${path}-wal`, 0)
  t.throws(() => ledger.commit(makeStep(taskId, 1, [makeRead('a.ts', 'one')])), {
    code: 'LEDGER_MOVED',
    message: /its write-ahead log was cut/,
  })
  ledger.close()
})

t.test('a lock that is removed is taken again, or the session is another one’s', async (t) => {
  const path = join(t.testdir(), 'data', 'ledger.sqlite')
  const ledger = freshLedger(t, { path })
  const { taskId, sessionId } = startTask(ledger)
  ledger.claimSession(sessionId)
  const lock = `${path}.${sessionId}.lock`
  rmSync(lock)
  ledger.commit(makeStep(taskId, 1, [makeRead('a.ts', 'one')]))
  t.ok(existsSync(lock), 'it is there again')
  const other = freshLedger(t, { path })
  t.throws(() => other.claimSession(sessionId), { code: 'SESSION_IN_USE' }, 'and it holds')

  rmSync(lock)
  other.claimSession(sessionId)
  t.throws(() => ledger.commit(makeStep(taskId, 2, [makeRead('a.ts', 'two')])), {
    code: 'SESSION_IN_USE',
  })
  other.commit(makeStep(taskId, 2, [makeRead('a.ts', 'two')]))
  t.same(other.verify().problems, [])
})

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
