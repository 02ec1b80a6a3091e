import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openLedger } from '#ledger'
import { bundleProgram, freshLedger, makeRead, makeStep, startTask } from '../kit/ledger.js'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** A closed ledger with one step. */
function madeLedger(t: Test): string {
  const path = join(t.testdir(), 'ledger.sqlite')
  const ledger = openLedger({ path })
  const { taskId } = startTask(ledger)
  ledger.commit(makeStep(taskId, 1, [makeRead('a.ts', 'text')]))
  ledger.close()
  return path
}

function change(path: string, sql: string) {
  const db = new Database(path)
  db.exec(sql)
  db.close()
}

function refusesUnchanged(t: Test, path: string, code: string, message: RegExp) {
  const before = readFileSync(path)
  t.throws(() => openLedger({ path }), { code, message })
  t.throws(() => openLedger({ path, readOnly: true }), { code, message })
  t.same(readFileSync(path), before, 'not a byte was changed')
}

t.test('row 197: files are 0600 and folders 0700, whatever the umask', (t) => {
  const before = process.umask(0)
  t.teardown(() => process.umask(before))
  const folder = join(t.testdir(), 'outer', 'inner')
  const ledger = freshLedger(t, { path: join(folder, 'ledger.sqlite') })
  startTask(ledger)
  const names = readdirSync(folder).sort()
  const parts = ['', '-shm', '-wal', '.lock', '.mark'].map((part) => `ledger.sqlite${part}`)
  t.same(names, parts)
  for (const name of names) t.equal(modeOf(join(folder, name)), '600', name)
  t.equal(modeOf(folder), '700')
  t.equal(modeOf(join(folder, '..')), '700')
  t.end()
})

t.test('a file that others can read is made private again', (t) => {
  const path = madeLedger(t)
  chmodSync(path, 0o644)
  openLedger({ path }).close()
  t.equal(modeOf(path), '600')
  t.end()
})

t.test('a file that is not a ledger of this version is refused and stays byte for byte', (t) => {
  t.test('a newer ledger', (t) => {
    const path = madeLedger(t)
    change(path, "INSERT INTO migrations VALUES ('m999_from_the_future', 1)")
    refusesUnchanged(t, path, 'LEDGER_NEWER', /m999_from_the_future/)
    t.end()
  })
  t.test('a database of another program', (t) => {
    const path = join(t.testdir(), 'ledger.sqlite')
    change(path, 'CREATE TABLE theirs (a)')
    refusesUnchanged(t, path, 'LEDGER_UNREADABLE', /not a ledger/)
    t.end()
  })
  t.test('a file that is not a database', (t) => {
    const path = join(
      t.testdir({ 'ledger.sqlite': 'just a text, long enough for a header\n'.repeat(9) }),
      'ledger.sqlite',
    )
    refusesUnchanged(t, path, 'LEDGER_UNREADABLE', /not a database/)
    t.end()
  })
  t.test('an empty file: no new ledger is created in its place', (t) => {
    const path = madeLedger(t)
    truncateSync(path, 0)
    refusesUnchanged(t, path, 'LEDGER_UNREADABLE', /empty/)
    t.end()
  })
  t.test('a file that was cut in half', (t) => {
    const path = madeLedger(t)
    truncateSync(path, Math.floor(statSync(path).size / 8_192) * 4_096)
    refusesUnchanged(t, path, 'LEDGER_UNREADABLE', /malformed/)
    t.end()
  })
  t.test('a write-ahead log without its file', (t) => {
    const path = join(t.testdir({ 'ledger.sqlite-wal': 'frames' }), 'ledger.sqlite')
    t.throws(() => openLedger({ path }), {
      code: 'LEDGER_UNREADABLE',
      message: /is missing, but its write-ahead log/,
    })
    t.notOk(existsSync(path))
    t.end()
  })
  t.test('a symbolic link', (t) => {
    const target = madeLedger(t)
    const path = `${target}.link`
    symlinkSync(target, path)
    refusesUnchanged(t, path, 'LEDGER_UNREADABLE', /symbolic link/)
    t.end()
  })
  t.test('a folder at the path, a missing file', (t) => {
    const path = t.testdir()
    t.throws(() => openLedger({ path }), { code: 'LEDGER_UNREADABLE', message: /not a file/ })
    const missing = { path: join(path, 'none.sqlite'), readOnly: true }
    t.throws(() => openLedger(missing), { code: 'LEDGER_UNREADABLE', message: /no such file/ })
    t.end()
  })
  t.end()
})

t.test('a damaged page is found by verify, and every read of it throws a coded error', (t) => {
  const path = madeLedger(t)
  const bytes = readFileSync(path)
  // Every page but the first, which holds the header and the schema.
  bytes.fill(0xa5, 4_096)
  writeFileSync(path, bytes)
  t.throws(() => openLedger({ path }), { code: 'LEDGER_UNREADABLE' })
  t.end()
})

t.test('steps that a damaged log lost are detected, and the rest can be used', (t) => {
  const folder = t.testdir({ live: {}, left: {} })
  const ledger = openLedger({ path: join(folder, 'live', 'ledger.sqlite') })
  const { taskId } = startTask(ledger)
  for (let step = 1; step <= 9; step += 1) ledger.commit(makeStep(taskId, step))
  // By another process: a copy made here would drop the locks that SQLite holds on the file.
  spawnSync('cp', ['-r', `${folder}/live/.`, join(folder, 'left')])
  ledger.close()
  const path = join(folder, 'left', 'ledger.sqlite')
  const log = readFileSync(`${path}-wal`)
  log.fill(0xff, Math.floor(log.length / 2), Math.floor(log.length / 2) + 8)
  writeFileSync(`${path}-wal`, log)
  refusesUnchanged(t, path, 'LEDGER_UNREADABLE', /last \d+ writes are lost/)
  t.same(readFileSync(`${path}-wal`), log)

  rmSync(`${path}.mark`)
  const rest = openLedger({ path })
  const { step } = rest.view(taskId).task
  t.ok(step > 0 && step < 9, `${step} of 9 steps are left`)
  t.same(rest.verify(), { ok: true, problems: [] })
  rest.commit(makeStep(taskId, step + 1))
  rest.close()
  openLedger({ path }).close()
  t.end()
})

t.test('a missing migration is applied once and recorded', (t) => {
  const path = madeLedger(t)
  openLedger({ path }).close()
  const db = new Database(path, { readonly: true })
  t.same(db.prepare('SELECT name FROM migrations').pluck().all(), [
    'm001_start',
    'm002_egress',
    'm003_micro_calls',
    'm004_permissions',
    'm005_undo',
    'm006_audit',
    'm007_offered_tools',
    'm008_loops',
    'm009_session_owner',
    'm010_proof',
    'm011_git_commits',
    'm012_shown_tail',
    'm013_guards',
    'm014_long_tasks',
    'm015_recall',
    'm016_given_flags',
    'm017_search_pages',
    'm018_forks_and_rewinds',
    'm019_failures',
    'm020_side_usage',
    'm021_places',
    'm022_waiting_lines',
  ])
  t.equal(db.pragma('journal_mode', { simple: true }), 'wal')
  db.close()
  t.end()
})

t.test('a ledger whose creation was killed is created again', (t) => {
  const path = join(t.testdir({ 'ledger.sqlite.new': 'half a file' }), 'ledger.sqlite')
  freshLedger(t, { path })
  t.notOk(existsSync(`${path}.new`))
  t.end()
})

t.test('many writers, each in its own session, and many readers', async (t) => {
  const source = `
    import { setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    import { openLedger } from '#ledger'
    const ledger = openLedger({ path: process.argv[2] })
    const id = process.argv[3] ??
      ledger.createSession({ cwd: '/work', model: 'm', mode: 'default', title: 'theirs' })
    ledger.claimSession(id)
    setFlagsFromString('--expose_gc')
    runInNewContext('gc')()
    setImmediate(() => console.log(id))
    setInterval(() => {}, 1_000)`
  const program = await bundleProgram(t, source)
  const path = join(dirname(program), 'ledger.sqlite')
  const owner = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => stop(owner))
  const [chunk] = await once(owner.stdout, 'data')
  const theirs = String(chunk).trim()
  const used = {
    code: 'SESSION_IN_USE',
    message: new RegExp(`process ${owner.pid}\\b.*${theirs}`),
  }

  const ledger = openLedger({ path })
  t.equal(ledger.usedBy(theirs), `process ${owner.pid}`, 'also when it has dropped its handle')
  t.throws(() => ledger.claimSession(theirs), used)
  t.throws(() => ledger.removeSession(theirs), used)
  t.equal(ledger.pruneSessions(0), 0, 'a session in use is not pruned')
  const mine = ledger.createSession({ cwd: '/work', model: 'm', mode: 'default', title: 'mine' })
  ledger.claimSession(mine)
  ledger.claimSession(mine)
  t.equal(ledger.usedBy(mine), null, 'its own session is free for itself')
  const reader = openLedger({ path, readOnly: true })
  t.equal(reader.usedBy(theirs), `process ${owner.pid}`, 'reading needs no lock')
  t.equal(reader.usedBy(mine), `process ${process.pid}`)
  reader.close()
  t.throws(
    () => openLedger({ path }).claimSession(mine),
    { code: 'SESSION_IN_USE' },
    'not twice in one process either',
  )
  const held = spawnSync(process.execPath, [program, path, mine], { encoding: 'utf8' })
  t.match(held.stderr, /SESSION_IN_USE/, 'and the refused claim did not drop the first lock')

  await stop(owner)
  t.equal(ledger.usedBy(theirs), null, 'kill -9 releases it')
  ledger.claimSession(theirs)
  ledger.close()
  t.notOk(
    readdirSync(dirname(path)).some((name) => name.startsWith('ledger.sqlite.s_')),
    'a closed ledger leaves no lock file of its sessions',
  )
})

t.test('a ledger is created and migrated alone; later it is shared', (t) => {
  const path = join(t.testdir(), 'ledger.sqlite')
  const alone = new Database(`${path}.lock`)
  alone.exec('BEGIN EXCLUSIVE')
  t.throws(() => openLedger({ path }), { code: 'LEDGER_LOCKED', message: /process unknown/ })
  t.notOk(existsSync(path))
  alone.exec('COMMIT; BEGIN; SELECT count(*) FROM sqlite_schema')
  t.throws(() => openLedger({ path }), { code: 'LEDGER_LOCKED' }, 'nor beside a writer')
  t.notOk(existsSync(path))
  alone.close()
  const [one, two] = [openLedger({ path }), openLedger({ path })]
  t.same(two.sessions(), one.sessions())
  one.close()
  two.close()
  t.end()
})

t.test(
  'two writers number their rows together; a step that named the wrong ones is refused',
  (t) => {
    const path = join(t.testdir(), 'ledger.sqlite')
    const [one, two] = [openLedger({ path }), openLedger({ path })]
    const [first, second] = [startTask(one), startTask(two)]
    const step = makeStep(first.taskId, 1, [makeRead('a.ts', 'text')])
    t.equal(one.view(first.taskId).nextEvidence, 1)
    two.commit(makeStep(second.taskId, 1, [makeRead('b.ts', 'text')]))
    t.throws(() => one.commit({ ...step, firstEvidence: 1 }), {
      message: 'the next evidence row is e2',
    })
    t.equal(one.view(first.taskId).task.step, 0, 'nothing was written')
    t.equal(one.commit({ ...step, firstEvidence: 2 }).evidence[0]?.id, 'e2')
    t.same(one.verify(), { ok: true, problems: [] })
    one.close()
    two.close()
    t.end()
  },
)

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

t.test('a reader sees whole steps while another connection commits', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const reader = openLedger({ path: ledger.path, readOnly: true })
  t.teardown(() => reader.close())
  for (let step = 1; step <= 5; step += 1) {
    ledger.commit(makeStep(taskId, step, [makeRead('a.ts', `text ${step}`)]))
    t.same(reader.counts(taskId), ledger.counts(taskId))
  }
  const slow = new Database(ledger.path, { readonly: true })
  const count = slow.prepare('SELECT count(*) FROM episodes').pluck()
  slow.exec('BEGIN')
  t.equal(count.get(), 5)
  ledger.commit(makeStep(taskId, 6, [makeRead('a.ts', 'text 6')]))
  t.equal(count.get(), 5, 'a long reading holds nobody up, and sees one state')
  slow.close()
  const writing = new Database(ledger.path)
  writing.exec("BEGIN IMMEDIATE; UPDATE sessions SET title = 'half'")
  t.notMatch(
    reader.sessions()[0]?.title,
    'half',
    'what is not committed is not read, nor waited for',
  )
  writing.close()
  t.throws(() => reader.say(taskId, { role: 'user', content: 'no' }), { code: 'LEDGER_UNWRITABLE' })
  t.end()
})

/** Mounts a small file system; null when this machine does not allow it. */
function mountSmall(t: Test): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-small-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (mounted.status !== 0) t.comment('skipped: no tmpfs can be mounted here')
  t.teardown(() => {
    if (mounted.status === 0) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return mounted.status === 0 ? folder : null
}

t.test(
  'a full disk gives DISK_FULL and commits nothing; the step succeeds when there is space again',
  (t) => {
    const folder = mountSmall(t)
    if (!folder) return t.end()
    const ledger = openLedger({ path: join(folder, 'ledger.sqlite') })
    const { taskId } = startTask(ledger)
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(300_000))
    let step = 0
    const commitNext = () => {
      const payload = Buffer.alloc(60_000, `payload ${step + 1}`)
      ledger.commit(makeStep(taskId, step + 1, [makeRead('big', payload)]))
      step += 1
    }
    const commitOn = () => {
      for (;;) commitNext()
    }
    t.throws(commitOn, { code: 'DISK_FULL' })
    t.equal(ledger.view(taskId).task.step, step, 'the cursor is at the last committed step')
    t.same(ledger.verify(), { ok: true, problems: [] })
    rmSync(ballast)
    commitNext()
    t.equal(ledger.view(taskId).task.step, step)
    ledger.close()
    t.end()
  },
)

t.test('a read-only folder: reading works, writing throws LEDGER_UNWRITABLE', (t) => {
  const folder = mountSmall(t)
  if (!folder) return t.end()
  const path = join(folder, 'ledger.sqlite')
  const ledger = openLedger({ path })
  const { taskId } = startTask(ledger)
  ledger.close()
  spawnSync('mount', ['-o', 'remount,ro', folder])
  t.throws(() => openLedger({ path }), { code: 'LEDGER_UNWRITABLE' })
  const elsewhere = join(folder, 'new', 'ledger.sqlite')
  t.throws(() => openLedger({ path: elsewhere }), { code: 'LEDGER_UNWRITABLE' })
  const reader = openLedger({ path, readOnly: true })
  t.equal(reader.view(taskId).task.text, 'fix the test')
  t.ok(reader.verify().ok)
  reader.close()
  t.end()
})

t.test('a path through a file is refused', (t) => {
  const folder = t.testdir({ file: '' })
  const path = join(folder, 'file', 'ledger.sqlite')
  t.throws(() => openLedger({ path }), { code: 'LEDGER_UNWRITABLE' })
  t.end()
})
