import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

const SCRIPTS = join(process.cwd(), 'scripts')

interface Tally {
  name: string
  passed: number
  skips: { at: string; reason: string }[]
  failures: { at: string; text: string }[]
  comments: string[]
}
const { readTap } = (await import(pathToFileURL(join(SCRIPTS, 'test_run/tap_tree.mjs')).href)) as {
  readTap(lines: string[]): unknown[]
}
const { tallyFile } = (await import(
  pathToFileURL(join(SCRIPTS, 'test_run/tap_tally.mjs')).href
)) as {
  tallyFile(file: unknown): Tally
}

const { openPlace } = (await import(pathToFileURL(join(SCRIPTS, 'test_run/place.mjs')).href)) as {
  openPlace(): { env: Record<string, string>; close(): string[] }
}

/** The tally of the one file in a TAP text. */
function tally(text: string): Tally {
  const [file] = readTap(text.split('\n'))
  return tallyFile(file)
}

t.test('a test file gets the form of a siege, and no settings of a person', async (t) => {
  const given = { AIRCODER_SIEGE: '1', AIRCODER_SEED: '7', AIRCODER_MODEL: 'mine' }
  const before = { ...process.env }
  Object.assign(process.env, given)
  t.teardown(() => {
    for (const name of Object.keys(given)) delete process.env[name]
    Object.assign(process.env, before)
  })
  const { env, close } = openPlace()
  t.same(close(), [])
  t.match(env, { AIRCODER_SIEGE: '1', AIRCODER_SEED: '7' })
  t.notOk('AIRCODER_MODEL' in env)
})

t.test('counts tests, not checks, and lists every skip with its reason', async (t) => {
  const found = tally(`# Subtest: a.test.ts
    # Subtest: one
        # Subtest: inner
            ok 1 - should be equal
            ok 2 - should be equal
            1..2
        ok 1 - inner # time=1.5ms
        1..1
    ok 1 - one # time=2ms
    ok 2 - whole test off # SKIP needs a GPU
    # Subtest: two
        ok 1 - fine
        ok 2 - windows only # SKIP
        # three files are long
        1..2
    ok 3 - two # time=3ms
    1..3
    # time=9ms
ok 1 - a.test.ts # time=9ms`)
  t.equal(found.passed, 2)
  t.same(found.failures, [])
  t.same(found.comments, ['three files are long'])
  t.same(found.skips, [
    { at: 'a.test.ts > whole test off', reason: 'needs a GPU' },
    { at: 'a.test.ts > two > windows only', reason: 'skip' },
  ])
})

t.test('a failed test counts once and keeps its details', async (t) => {
  const found = tally(`# Subtest: a.test.ts
    # Subtest: sums
        not ok 1 - sum
          ---
          diff: |
            -2
            +1
            not ok 7 - text that only looks like a result
          ...
        
        not ok 2 - another
        ok 3 - fine
        1..3
    not ok 1 - sums # time=2ms
    1..1
not ok 1 - a.test.ts # time=9ms`)
  t.equal(found.passed, 0)
  t.equal(found.failures.length, 1)
  t.match(found.failures[0]?.text, /\+1\nnot ok 7|\+1\n {2}not ok 7/)
  t.match(found.failures[0]?.text, /another/)
})

t.test(
  'details that tap stopped at a U+2028 keep their beginning, and hide no other test',
  async (t) => {
    const found = tally(`# Subtest: a.test.ts
    # Subtest: one
        not ok 1 - should match pattern
          ---
          diff: |
            +  a
        # test count(1) != plan(null)
    not ok 1 - one # time=2ms
      ---
      source: |2
          const a = 1

          return a
      ...

    # Subtest: two
        not ok 1 - is it red
          ---
          diff: |
            +two
          ...

        1..1
    not ok 2 - two # time=1ms
    1..2
not ok 1 - a.test.ts # time=3ms
`)
    t.same(
      found.failures.map(({ at }) => at),
      ['a.test.ts > one > should match pattern', 'a.test.ts > two > is it red'],
    )
    t.match(found.failures[0]?.text, /^diff: \|\n {2}\+ {2}a$/)
  },
)

t.test('what breaks outside of a test counts as a failed test', async (t) => {
  const crash = `# Subtest: a.test.ts
    # Subtest: before
        ok 1 - fine
        1..1
    ok 1 - before # time=2ms
    
    # test count(1) != plan(null)
not ok 1 - a.test.ts # time=4ms
  ---
  exitCode: null
  signal: SIGKILL
  ...`
  t.equal(tally(crash).passed, 1)
  t.match(tally(crash).failures, [{ at: 'a.test.ts', text: /SIGKILL/ }])

  const plan = `# Subtest: a.test.ts
    # Subtest: two of three
        1..3
        ok 1 - fine
        ok 2 - fine
        not ok 3 - test count(2) != plan(3)
    not ok 1 - two of three # time=2ms
    1..1
not ok 1 - a.test.ts # time=4ms`
  t.match(tally(plan).failures, [{ at: /two of three/ }])

  const cutOff = `# Subtest: a.test.ts
    # Subtest: hangs
        ok 1 - fine
not ok 1 - a.test.ts # time=4ms`
  t.equal(tally(cutOff).failures.length, 1)
  t.equal(tally(cutOff).passed, 0)

  const direct = `# Subtest: a.test.ts
    # Subtest: fine
        ok 1 - fine
    ok 1 - fine # time=1ms
    not ok 2 - a check beside the test
not ok 1 - a.test.ts # time=4ms`
  t.match(tally(direct).failures, [{ at: 'a.test.ts > a check beside the test' }])
})

t.test(
  'a file that runs no test has failed; one that is skipped for a reason has not',
  async (t) => {
    const empty = `# Subtest: a.test.ts
    1..0 # no tests found
ok 1 - a.test.ts # SKIP no tests found`
    t.match(tally(empty).failures, [{ at: 'a.test.ts', text: 'ran no test' }])
    const hollow = `# Subtest: a.test.ts
    # Subtest: nothing in it
        1..0
    ok 1 - nothing in it # time=1ms
ok 1 - a.test.ts # time=1ms`
    t.match(tally(hollow).failures, [{ at: 'a.test.ts', text: 'ran no test' }])
    const off = `# Subtest: a.test.ts
    1..0 # needs a GPU
ok 1 - a.test.ts # SKIP needs a GPU`
    t.same(tally(off).failures, [])
    t.same(tally(off).skips, [{ at: 'a.test.ts', reason: 'needs a GPU' }])
  },
)

t.test(
  'the whole runner: one line a file, the sum alone at the end, red is not zero',
  async (t) => {
    const files = {
      'package.json': '{"type":"module"}',
      '.taprc': 'disable-coverage: true\nallow-incomplete-coverage: true\njobs: 2\n',
      test: {
        'good.test.ts': `import t from 'tap'
        t.test('fine', async (t) => t.ok(true))
        t.test('off', { skip: 'not here' }, async (t) => t.ok(true))`,
        'bad.test.ts': `import t from 'tap'
        t.test('wrong', async (t) => { t.equal(1, 2, 'one is two') })`,
        'crash.test.ts': `import t from 'tap'
        t.test('fine', async (t) => t.ok(true))
        process.kill(process.pid, 'SIGKILL')`,
        'later.test.ts': `import t from 'tap'
        const until = (ms) => new Promise((done) => setTimeout(done, ms))
        t.test('throws from a timer', async () => { setTimeout(() => { throw new Error('a late throw') }, 5); await until(2_000) })
        t.test('leaves a rejection', async () => { void Promise.reject(new Error('a lost rejection')); await until(50) })
        t.test('goes on', async (t) => t.ok(true))`,
        'throws.test.ts': `throw new Error('at the top')`,
        fixtures: { 'left_alone.test.ts': `throw new Error('a fixture is no test')` },
      },
    }
    const folder = t.testdir(files)
    const all = run(folder, [])
    t.equal(all.status, 1)
    t.match(all.out, /^ok( +\d+\.\d s){2} {2}test\/good\.test\.ts \(1\)$/m)
    t.match(all.out, /^not ok( +\d+\.\d s){2} {2}test\/bad\.test\.ts \(0 passed, 1 failed\)$/m)
    t.match(all.out, /one is two/)
    t.match(all.out, /test\/good\.test\.ts > off: not here/)
    t.match(all.out, /crash\.test\.ts/)
    t.match(all.out, /throws\.test\.ts/)
    t.match(all.out, /later\.test\.ts > throws from a timer[^✗]*a late throw/)
    t.match(all.out, /later\.test\.ts > leaves a rejection[^✗]*a lost rejection/)
    t.notMatch(all.out, /left_alone/)
    t.match(all.lastLine, /^[23] passed, 5 failed, 1 skipped$/)

    const good = run(folder, ['test/good.test.ts'])
    t.equal(good.status, 0)
    t.equal(good.lastLine, '1 passed, 0 failed, 1 skipped')
    t.equal(
      run(folder, ['test/no_such.test.ts']).status,
      1,
      'a file that is not there is a failure',
    )
  },
)

t.test('files share a process, and nothing of one reaches the next', async (t) => {
  const folder = t.testdir({
    'package.json': '{"type":"module"}',
    test: {
      'a.test.ts': `import t from 'tap'
        process.env.LEFT_BY_A = '1'
        process.chdir('..')
        t.test('a', async (t) => t.ok(process.pid, String(process.pid)))`,
      'b.test.ts': `import t from 'tap'
        import { basename } from 'node:path'
        t.test('b', async (t) => {
          t.equal(process.env.LEFT_BY_A, undefined)
          t.equal(basename(process.cwd()), process.env.EXPECTED)
          t.equal(process.argv[1], 'test/b.test.ts')
        })`,
      'open.test.ts': `import t from 'tap'
        import { createServer } from 'node:http'
        t.test('leaves a server', async (t) => {
          createServer().listen(0, '127.0.0.1')
          t.ok(true)
        })`,
    },
  })
  process.env.EXPECTED = folder.split('/').at(-1)
  const two = run(folder, ['--jobs=1', 'test/a.test.ts', 'test/b.test.ts'])
  t.equal(two.lastLine, '2 passed, 0 failed, 0 skipped', two.out)
  const open = run(folder, ['--jobs=1', 'test/a.test.ts', 'test/open.test.ts'])
  t.equal(open.lastLine, '2 passed, 1 failed, 0 skipped', open.out)
  t.match(open.out, /the process of test\/.*still open: .*TCPServerWrap/s)
})

function run(folder: string, args: string[]) {
  // The outer run must not reach the inner one by its variables.
  const names = Object.entries(process.env).filter(([name]) => !/^(_?TAP|NODE_OPTIONS)/.test(name))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(SCRIPTS, 'test.mjs'), ...args],
    { cwd: folder, env: Object.fromEntries(names) },
  )
  const out = stdout.toString()
  return { status, out: out + stderr.toString(), lastLine: out.trimEnd().split('\n').at(-1) ?? '' }
}
