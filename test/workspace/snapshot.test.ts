import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { openWorkspace } from '#workspace'

const PATHS = ['plain.txt', 'crlf.txt', 'auto.txt', 'id.txt', 'coded.txt', 'upper.txt', 'run.sh']
const ATTRIBUTES = `auto.txt text=auto
id.txt ident
coded.txt working-tree-encoding=latin1
upper.txt filter=swap
`

function git(root: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: root,
    env,
    stdio: 'pipe',
  })
}

/** A repository in which git keeps other bytes than the tree has, in every way that it knows. */
function open(t: Test, autocrlf: string) {
  const root = join(t.testdir({ work: {} }), 'work')
  git(root, 'init', '-q')
  git(root, 'config', 'core.autocrlf', autocrlf)
  // Keeps the number of bytes: only the attribute tells that they are others.
  git(root, 'config', 'filter.swap.clean', 'tr a-z A-Z')
  git(root, 'config', 'filter.swap.smudge', 'tr A-Z a-z')
  writeFileSync(join(root, '.gitattributes'), ATTRIBUTES)
  for (const path of PATHS)
    writeFileSync(join(root, path), `first of ${path}\r\n$Id$\ncaf\xe9\n`, 'latin1')
  writeFileSync(join(root, 'plain.txt'), 'plain\n')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'all')
  const snapshots = openWorkspace({ root, deny: [], env: process.env }).openSnapshots(
    join(root, '..', 'store'),
  )
  return { root, snapshots }
}

function read(root: string): Record<string, string | null> {
  const one = (path: string) => {
    try {
      const mode = (statSync(join(root, path)).mode & 0o7777).toString(8)
      return `${mode} ${readFileSync(join(root, path)).toString('latin1')}`
    } catch {
      return null
    }
  }
  return Object.fromEntries(PATHS.map((path) => [path, one(path)]))
}

const write = (path: string, text: string) => (root: string) =>
  writeFileSync(join(root, path), text)

/** What commands do to a tree, its index and its history. */
const COMMANDS: Record<string, (root: string) => void> = {
  'write all': (root) => {
    for (const path of PATHS) write(path, `second of ${path}\r\n$Id$\n`)(root)
  },
  'add them': (root) => git(root, 'add', '-A'),
  'chmod a clean file': (root) => chmodSync(join(root, 'plain.txt'), 0o600),
  'refresh the index': (root) => git(root, 'status'),
  'the same number of bytes': write('upper.txt', 'SECOND of upper.txt\r\n$Id$\n'),
  commit: (root) => git(root, 'commit', '-qam', 'two'),
  'chmod and refresh': (root) => {
    chmodSync(join(root, 'plain.txt'), 0o640)
    git(root, 'status')
  },
  'go back': (root) => git(root, 'checkout', '-q', 'HEAD~1'),
  'remove all': (root) => {
    for (const path of PATHS) rmSync(join(root, path))
  },
  'get them again': (root) => git(root, 'checkout', '-q', '--', '.'),
  'hide changes': (root) => {
    git(root, 'update-index', '--assume-unchanged', 'plain.txt')
    git(root, 'update-index', '--skip-worktree', 'run.sh')
  },
  'change what is hidden': (root) => {
    write('plain.txt', 'hidden\n')(root)
    write('run.sh', 'hidden\n')(root)
  },
  'no times': (root) => git(root, 'config', 'core.trustctime', 'false'),
  'change with the former time': (root) => {
    const { mtime } = statSync(join(root, 'id.txt'))
    const text = readFileSync(join(root, 'id.txt'), 'latin1').replace('first', 'FIRST')
    write('id.txt', text)(root)
    execFileSync('touch', ['-d', mtime.toISOString(), join(root, 'id.txt')])
  },
  'a new repository': (root) => {
    rmSync(join(root, '.git'), { recursive: true })
    git(root, 'init', '-q')
  },
}

/** What was changed in this very second is looked at anyway; only what is older is git's word taken for. */
const SETTLED_MS = 1_100

t.jobs = 5
for (const [autocrlf, settled] of [
  ['false', true],
  ['input', true],
  ['true', true],
  ['false', false],
  ['true', false],
] as const) {
  const when = settled ? 'in a tree at rest' : 'at once'
  const name = `both sides of each change are those of the tree, autocrlf ${autocrlf}, ${when}`
  t.test(name, { buffered: true }, async (t) => {
    const { root, snapshots } = open(t, autocrlf)
    const { signal } = new AbortController()
    for (const [name, run] of Object.entries(COMMANDS)) {
      if (settled) await wait(SETTLED_MS)
      const before = read(root)
      const taken = await snapshots.take(signal)
      if (taken === null) throw new Error(snapshots.takeNotes().join())
      run(root)
      const after = read(root)
      const changes = await snapshots.changesSince(taken, signal)
      const reported = (side: 'before' | 'after', mode: 'modeBefore' | 'fileMode') =>
        Object.fromEntries(
          changes.map((one) => {
            const bytes = one[side]
            return [one.path, bytes && `${one[mode].toString(8)} ${bytes.toString('latin1')}`]
          }),
        )
      const changed = PATHS.filter((path) => before[path] !== after[path]).sort()
      const pick = (from: typeof before) =>
        Object.fromEntries(changed.map((path) => [path, from[path]]))
      t.same(reported('before', 'modeBefore'), pick(before), `${name}: before`)
      t.same(reported('after', 'fileMode'), pick(after), `${name}: after`)
    }
    t.same(snapshots.takeNotes(), [])
  })
}

t.test('an interrupt while a snapshot is taken leaves the store and its first tree', async (t) => {
  const { root, snapshots } = open(t, 'false')
  const live = new AbortController().signal
  snapshots.startTask('task_1')
  write('plain.txt', 'before the task\n')(root)
  await snapshots.take(live)
  snapshots.keepTask()
  write('plain.txt', 'second\n')(root)

  // Twice: a second error of the store turns snapshots off.
  for (const _ of [1, 2]) t.equal(await snapshots.take(AbortSignal.abort()), null)
  t.same(snapshots.takeNotes(), [], 'nothing is wrong with the store')
  const seen = await snapshots.lookAtTask(live)
  t.match(seen?.changes, [{ path: 'plain.txt', before: Buffer.from('before the task\n') }])

  const store = join(root, '..', 'store')
  const later = openWorkspace({ root, deny: [], env: process.env }).openSnapshots(store)
  later.startTask('task_1')
  t.equal(await later.take(AbortSignal.abort()), null)
  t.same((await later.lookAtTask(live))?.paths, ['plain.txt'], 'the next process knows it, too')
})

t.test('a kept tree that cannot be read does not fail a task that has ended', async (t) => {
  const { root, snapshots } = open(t, 'false')
  snapshots.startTask('task_1')
  await snapshots.take(new AbortController().signal)
  // A link to itself: the system gives an error for it, as a broken disk does for a file.
  symlinkSync('tree-old.bytes', join(root, '..', 'store', 'tree-old.bytes'))
  t.doesNotThrow(() => snapshots.endTask('task_1'))
})
