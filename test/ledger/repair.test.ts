import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openLedger, repairLedger } from '#ledger'
import { makeEdit, makeRead, makeStep, startTask } from '../kit/ledger.js'

const STEPS = 6
/** Places of the file that are overwritten, one at a time. */
const PLACES = 12

/** A ledger with two tasks of one session and one task of another. */
function makeLedger(t: Test) {
  const path = join(t.testdir(), 'data', 'ledger.sqlite')
  const ledger = openLedger({ path })
  const first = startTask(ledger, 'the first task')
  const other = startTask(ledger, 'another session')
  for (let step = 1; step <= STEPS; step += 1) {
    const rows = [makeRead(`a${step}.txt`, `text ${step}`), makeEdit(`a${step}.txt`)]
    ledger.commit(makeStep(first.taskId, step, rows))
    ledger.commit(makeStep(other.taskId, step, [makeRead('b.txt', `other ${step}`)]))
  }
  return { path, ledger, first, other }
}

/** Changes rows as no process of ours does. */
function damage(path: string, sql: string): void {
  const db = new Database(path)
  db.pragma('foreign_keys = OFF')
  db.exec(sql)
  db.close()
}

const DAMAGES: { name: string; sql: string; found: RegExp; steps: number; lost: RegExp }[] = [
  {
    name: 'a changed reply of the newest step',
    sql: `UPDATE episodes SET reply = replace(reply, 'step 6', 'step x') WHERE step = 6`,
    found: /step 6 of task t_\w+ is not as it was committed/,
    steps: 5,
    lost: /ends after step 5\. Steps 6 to 6 are lost/,
  },
  {
    name: 'a lost content',
    sql: `DELETE FROM blobs WHERE bytes = CAST('text 4' AS BLOB)`,
    found: /the content of evidence e\d+ is missing/,
    steps: 3,
    lost: /Steps 4 to 6 are lost/,
  },
  {
    name: 'a changed content',
    sql: `UPDATE blobs SET bytes = CAST('tExt 5' AS BLOB) WHERE bytes = CAST('text 5' AS BLOB)`,
    found: /the content of evidence e\d+ is not as it was written/,
    steps: 4,
    lost: /1 rows of the table blobs are damaged/,
  },
  {
    name: 'a lost episode',
    sql: 'DELETE FROM episodes WHERE step = 5',
    found: /step 5 of task t_\w+ is not as it was committed/,
    steps: 4,
    lost: /Steps 5 to 6 are lost/,
  },
]

for (const { name, sql, found, steps, lost } of DAMAGES)
  t.test(`${name} is found before work goes on, and repaired in a new file`, (t) => {
    const { path, ledger, first, other } = makeLedger(t)
    ledger.close()
    damage(path, sql.replace(/ WHERE step/, ` WHERE task_id = '${first.taskId}' AND step`))
    const broken = openLedger({ path })
    t.throws(() => broken.claimSession(first.sessionId), { code: 'LEDGER_DAMAGED', message: found })
    broken.close()

    const before = readFileSync(path)
    const repair = repairLedger(path)
    t.equal(repair.kept, `${path}.damaged-1`)
    t.match(repair.lost.join('\n'), lost)
    t.ok(readFileSync(`${path}.damaged-1`).equals(before), 'the old file is kept')
    const fresh = openLedger({ path })
    t.teardown(() => fresh.close())
    t.same(fresh.verify(), { ok: true, problems: [] })
    fresh.claimSession(first.sessionId)
    t.equal(fresh.view(first.taskId).task.step, steps)
    t.equal(fresh.view(first.taskId).tail.length, 1 + 2 * steps, 'the prompt ends with that step')
    t.equal(fresh.view(other.taskId).task.step, STEPS, 'the other session is whole')
    t.equal(fresh.search('a1.txt', 5).length > 0, true, 'the text index is there')

    fresh.reopen(first.taskId)
    const { evidence } = fresh.commit(makeStep(first.taskId, steps + 1, [makeRead('c', 'more')]))
    t.equal(evidence[0]?.id, `e${3 * STEPS + 1}`, 'no number is used again')
    t.ok(fresh.verify().ok)
    t.end()
  })

t.test('a whole ledger is left as it is', (t) => {
  const { path, ledger } = makeLedger(t)
  ledger.close()
  const before = readFileSync(path)
  t.same(repairLedger(path), { kept: null, lost: [] })
  t.ok(readFileSync(path).equals(before))
  t.end()
})

t.test('a lost log is named as what it is, and repaired', (t) => {
  const { path, ledger, first } = makeLedger(t)
  // The file as it is while its last writes are in the log only; then the log is lost.
  const file = readFileSync(path)
  const mark = readFileSync(`${path}.mark`)
  ledger.close()
  writeFileSync(path, file)
  writeFileSync(`${path}.mark`, mark)
  for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true })
  t.throws(() => openLedger({ path }), {
    code: 'LEDGER_UNREADABLE',
    message: /its last \d+ writes are lost: its write-ahead log is missing/,
  })
  const { lost } = repairLedger(path)
  t.match(lost.join('\n'), /The last \d+ writes are lost with the log/)
  const fresh = openLedger({ path })
  t.ok(fresh.verify().ok)
  t.same(
    fresh.tasks().filter(({ id }) => id === first.taskId),
    [],
    'these writes were only in the log',
  )
  fresh.close()
  t.end()
})

t.test('damaged pages: what can be read is kept, or the repair says why it cannot be made', (t) => {
  let repaired = 0
  for (let at = 1; at <= PLACES; at += 1) {
    const { path, ledger } = makeLedger(t)
    ledger.close()
    const bytes = readFileSync(path)
    const start = Math.floor((bytes.length * at) / (PLACES + 1))
    bytes.fill(at % 2 === 0 ? 0 : 0xa5, start, Math.min(bytes.length, start + 3_000))
    writeFileSync(path, bytes)
    try {
      const { kept } = repairLedger(path)
      if (kept !== null) repaired += 1
      const fresh = openLedger({ path })
      t.ok(fresh.verify().ok, `damage at ${start}`)
      fresh.close()
    } catch (error) {
      t.match(error, { code: 'LEDGER_UNREADABLE' }, `damage at ${start}`)
      t.ok(readFileSync(path).equals(bytes), 'nothing was changed')
    }
    rmSync(join(path, '..'), { recursive: true })
  }
  t.comment(`${repaired} of ${PLACES} repaired`)
  t.ok(repaired >= PLACES / 2)
  t.end()
})

t.test('a shortened file is found', (t) => {
  const { path, ledger, first } = makeLedger(t)
  ledger.close()
  truncateSync(path, statSync(path).size - 4_096)
  let code = ''
  try {
    const broken = openLedger({ path })
    try {
      broken.claimSession(first.sessionId)
    } finally {
      broken.close()
    }
  } catch (error) {
    code = (error as { code: string }).code
  }
  t.match(code, /^LEDGER_(DAMAGED|UNREADABLE)$/)
  t.end()
})

t.test('a damaged lock file is emptied', (t) => {
  const { path, ledger, first } = makeLedger(t)
  ledger.close()
  for (const part of ['.lock', `.${first.sessionId}.lock`])
    writeFileSync(
      path + part,
      'no database at all, and longer than a header of one is: '.repeat(40),
    )
  const again = openLedger({ path })
  t.equal(again.usedBy(first.sessionId), null)
  again.claimSession(first.sessionId)
  t.equal(statSync(`${path}.lock`).size, 0)
  again.close()
  t.ok(existsSync(path))
  t.end()
})

t.test('the check before work does not grow with the ledger', (t) => {
  const path = join(t.testdir(), 'data', 'ledger.sqlite')
  const ledger = openLedger({ path })
  const { sessionId, taskId } = startTask(ledger)
  ledger.close()
  const timeCheck = () => {
    const fresh = openLedger({ path })
    const before = process.cpuUsage()
    fresh.claimSession(sessionId)
    const { user, system } = process.cpuUsage(before)
    fresh.close()
    return (user + system) / 1000
  }
  const grow = (from: number, to: number) => {
    const open = openLedger({ path })
    for (let step = from; step <= to; step += 1)
      open.commit(makeStep(taskId, step, [makeRead('a.txt', `text ${step}`)]))
    open.close()
  }
  grow(1, 50)
  const short = Math.min(timeCheck(), timeCheck(), timeCheck())
  grow(51, 600)
  const long = Math.min(timeCheck(), timeCheck(), timeCheck())
  const times = `${short.toFixed(1)} ms of CPU at 50 steps, ${long.toFixed(1)} ms at 600`
  t.comment(times)
  t.ok(long < 6 * Math.max(short, 10), times)
  t.end()
})
