import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import { planRedo, planUndo, restore, type UndoScope } from '#supervisor'
import { openWorkspace, type Snapshots } from '#workspace'
import { readTree, type Tree } from '../kit/edit_run.js'
import { act, openLoop, say } from '../kit/loop.js'

const DENY = ['.env']
const FILES = {
  'a.txt': 'one\n',
  'run.sh': 'echo\n',
  'crlf.txt': 'x\r\ny\r\n',
  'gone/old.txt': 'old\n',
  '.gitignore': 'ignored/\n',
  '.gitattributes': '* text=auto\n',
  '.env': 'TOKEN_OF_MINE=abcdef\n',
  'ignored/x.txt': 'i\n',
}
const run = (command: string): [string, Record<string, unknown>] => ['run_command', { command }]
const patch = (path: string, from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path, old_str: from, new_str: to },
]

function git(root: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example']
  return execFileSync('git', [...who, ...args], { cwd: root, env, stdio: 'pipe' }).toString()
}

interface Opened {
  loop: ReturnType<typeof openLoop>
  store: string
  snapshots: Snapshots
}

function open(t: Test, calls: [string, Record<string, unknown>][], underGit = true): Opened {
  const loop = openLoop(t, {
    files: FILES,
    deny: DENY,
    replies: [...calls.map((call) => act(call)), ...Array.from({ length: 4 }, () => say('Done.'))],
  })
  if (underGit) {
    git(loop.root, 'init', '-q')
    git(loop.root, 'add', '-A')
    git(loop.root, 'commit', '-qm', 'all')
    // Not committed: what git has not seen counts as well.
    writeFileSync(join(loop.root, 'crlf.txt'), 'x\r\ny\r\nz\r\n')
    writeFileSync(join(loop.root, 'new.txt'), 'new\n')
  }
  const store = join(loop.root, '..', 'data', 'snapshots')
  const workspace = openWorkspace({ root: loop.root, deny: DENY, env: process.env })
  return { loop, store, snapshots: workspace.openSnapshots(store) }
}

async function drive({ loop, snapshots }: Opened, t: Test, signal?: AbortSignal) {
  const trees: Tree[] = [readTree(loop.root)]
  const taskId = loop.add('rework it')
  const ran = await loop.run(taskId, { snapshots, ...(signal && { signal }) }, (event) => {
    if (event.type === 'tool_result') trees.push(readTree(loop.root))
    return false
  })
  const sessionId = loop.ledger().view(taskId).session.id
  const workspace = openWorkspace({ root: loop.root, deny: DENY, env: process.env })
  const deps = { ledger: loop.ledger(), workspace }
  const back = (scope: UndoScope = { back: 'edits', count: 1 }) => {
    const plan = planUndo(sessionId, scope, deps)
    restore(plan, deps)
    return plan
  }
  const again = () => restore(planRedo(sessionId, deps), deps)
  t.ok(loop.ledger().verify().ok)
  return { ...ran, trees, back, again }
}

t.test('undo restores what commands changed under git, including bytes and modes', async (t) => {
  const opened = open(t, [
    run("printf 'two\\n' > a.txt; printf 'made\\n' > made.txt"),
    patch('a.txt', 'two', 'three'),
    run('chmod 755 run.sh'),
    run('rm -r gone; printf "q\\r\\n" >> crlf.txt'),
    run('mkdir deep; mv made.txt deep/moved.txt; exit 3'),
    patch('new.txt', 'new', 'newer'),
    run("sed -i s/three/four/ a.txt; chmod 600 a.txt; printf 'bin\\000' > b.bin"),
  ])
  const before = statSync(join(opened.loop.root, '.git', 'index'))
  const objects = readdirSync(join(opened.loop.root, '.git', 'objects')).length
  const { trees, back, again } = await drive(opened, t)
  const { root } = opened.loop
  t.equal(trees.length, 8)
  for (let at = 7; at > 0; at -= 1) {
    const plan = back()
    t.same(readTree(root), trees[at - 1], `back to ${at - 1}`)
    if (at === 4) t.match(plan.files[0]?.by, [/^the command rm -r gone; .* at step 4$/])
  }
  for (let at = 1; at <= 7; at += 1) {
    again()
    t.same(readTree(root), trees[at], `forth to ${at}`)
  }
  t.equal(
    statSync(join(root, '.git', 'index')).mtimeMs,
    before.mtimeMs,
    'their index is not touched',
  )
  t.equal(readdirSync(join(root, '.git', 'objects')).length, objects, 'nor are their objects')
  t.equal(statSync(opened.store).mode & 0o777, 0o700)
})

t.test(
  'denied, ignored and linked files are not stored; a change of a person is a conflict',
  async (t) => {
    const opened = open(t, [
      run('echo x >> ignored/x.txt; ln -s a.txt link; ln run.sh other.sh; echo two > a.txt'),
      run('echo three > new.txt'),
    ])
    const { back } = await drive(opened, t)
    const { loop } = opened
    const kept = execFileSync('sh', ['-c', `find ${opened.store} -type f | wc -l`]).toString()
    t.ok(Number(kept) > 0)
    const env = { ...process.env, GIT_OBJECT_DIRECTORY: opened.store }
    const secret = git(loop.root, 'hash-object', '--no-filters', '.env').trim()
    t.throws(() =>
      execFileSync('git', ['cat-file', '-e', secret], { cwd: loop.root, env, stdio: 'pipe' }),
    )
    loop.write('new.txt', 'mine\n')
    const plan = back({ back: 'turn' })
    t.same(
      plan.files.map(({ path, state }) => `${path} ${state}`),
      ['new.txt conflict', 'a.txt clean'],
    )
    t.equal(loop.read('new.txt'), 'mine\n')
    t.equal(loop.read('a.txt'), 'one\n')
    t.match(readFileSync(join(loop.root, 'ignored/x.txt'), 'utf8'), /x/)
  },
)

t.test('undo does not delete a file that existed before and is only listed since', async (t) => {
  const opened = open(t, [
    run(
      'echo > .gitignore; git add -f ignored/x.txt; git rm -q --cached a.txt; echo a.txt > .gitignore',
    ),
    run('head -c 10 big.bin > small; cat small > big.bin; rm small'),
  ])
  const big = join(opened.loop.root, 'big.bin')
  writeFileSync(big, Buffer.alloc(LIMITS.snapshotFileBytes + 1))
  const { back } = await drive(opened, t)
  back({ back: 'turn' })
  t.equal(statSync(big).size, 10, 'it was too large to be kept, so it stays as it is')
  t.equal(opened.loop.read('ignored/x.txt'), 'i\n')
  t.equal(opened.loop.read('a.txt'), 'one\n')
  t.equal(opened.loop.read('.gitignore'), 'ignored/\n')
})

t.test('a broken snapshot store is detected, rebuilt and reported once', async (t) => {
  const opened = open(t, [
    run('echo two > a.txt'),
    run('echo three > a.txt'),
    run('echo four > a.txt'),
  ])
  const signal = new AbortController().signal
  t.ok(await opened.snapshots.take(signal))
  rmSync(opened.store, { recursive: true })
  writeFileSync(opened.store, 'no folder')
  opened.loop.write('fresh.txt', 'must be stored')
  const { events, back } = await drive(opened, t)
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
  t.equal(notes.filter((text) => /snapshot store was invalid and is rebuilt/.test(text)).length, 1)
  back()
  t.equal(opened.loop.read('a.txt'), 'three\n', 'and it works again')
})

t.test('undo also restores what an interrupted command changed', async (t) => {
  const changeThenWait = 'echo two > a.txt; rm gone/old.txt; echo changed; sleep 60'
  const late = open(t, [['run_command', { command: changeThenWait, timeout_ms: 1_000 }]])
  const timedOut = await drive(late, t)
  t.match(JSON.stringify(timedOut.events), /timed out after 1000 ms/)
  timedOut.back()
  t.equal(late.loop.read('a.txt'), 'one\n')

  const opened = open(t, [run(changeThenWait)])
  const stop = new AbortController()
  // The person presses Ctrl+C when the command has done its work.
  const watch = setInterval(() => {
    if (!existsSync(join(opened.loop.root, 'gone/old.txt'))) stop.abort()
  }, 20)
  t.teardown(() => clearInterval(watch))
  const ended = await drive(opened, t, stop.signal)
  t.match(JSON.stringify(ended.events), /interrupted and ended before it was done/)
  t.equal(ended.result?.subtype, 'interrupted')
  t.equal(opened.loop.read('a.txt'), 'two\n')
  t.match(ended.back().files, [{ by: [/^the command echo two/] }, {}])
  t.equal(opened.loop.read('a.txt'), 'one\n')
  t.equal(opened.loop.read('gone/old.txt'), 'old\n')
})

t.test('without git the tree is walked, and undo restores what commands changed', async (t) => {
  const opened = open(t, [run('echo two > a.txt; rm -f gone/old.txt')], false)
  const { back, events } = await drive(opened, t)
  t.equal(opened.loop.read('a.txt'), 'two\n')
  t.equal(back().edits, 1)
  t.equal(opened.loop.read('a.txt'), 'one\n')
  t.equal(opened.loop.read('gone/old.txt'), 'old\n')
  t.notMatch(JSON.stringify(events), /snapshot/)
})
