import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { estimateTokens } from '#core'
import { taskMessage } from '#supervisor'
import { openWorkspace } from '#workspace'
import { lookAround } from '../../libs/supervisor/ambient/look_around.js'
import { showChanges } from '../../libs/supervisor/ambient/recent_changes.js'
import { openLoop, say } from '../kit/loop.js'

const never = new AbortController().signal
const ALL = { state: true }
const WHO = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid']

function git(root: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', [...WHO, ...args], { cwd: root, env, stdio: 'pipe' })
}

/** A repository with a package in it, two commits, and changes that are not committed. */
function repository(t: Test): string {
  const root = t.testdir({ 'top.txt': 'top\n', pack: { 'a.ts': 'one\n', '.env': 'KEY=1\n' } })
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'Add the package')
  writeFileSync(join(root, 'pack/a.ts'), 'one\ntwo\n')
  git(root, 'commit', '-qam', 'Add two')
  return root
}

function change(root: string): void {
  writeFileSync(join(root, 'pack/a.ts'), 'one\n2\n')
  writeFileSync(join(root, 'pack/.env'), 'KEY=SECRET\n')
  writeFileSync(join(root, 'pack/new.ts'), 'new\n')
  writeFileSync(join(root, 'top.txt'), 'other\n')
}

function place(root: string) {
  return openWorkspace({ root, deny: ['.env'], env: { PATH: process.env.PATH } })
}

t.test('rows 94, 95: status, commits and changes of the folder, not of denied files', async (t) => {
  const root = repository(t)
  const clean = await lookAround('what did I change?', place(join(root, 'pack')), never, ALL)
  t.same(clean.git, { changed: [], commits: ['Add two', 'Add the package'] })
  t.match(clean.changes, { command: 'git diff HEAD~1..HEAD', subject: 'Add two', paths: ['a.ts'] })
  change(root)
  const seen = await lookAround('explain my changes', place(join(root, 'pack')), never, ALL)
  t.same(seen.git?.changed, [
    { mark: 'M', path: '.env' },
    { mark: 'M', path: 'a.ts' },
    { mark: '??', path: 'new.ts' },
  ])
  t.match(seen.changes, { command: 'git diff HEAD', subject: null, paths: ['a.ts'] })
  t.notMatch(seen.changes?.diff, /SECRET|top\.txt/)
  const other = await lookAround('fix a.ts', place(join(root, 'pack')), never, ALL)
  t.equal(other.changes, null, 'only a message about changes')
  const none = mkdtempSync(join(tmpdir(), 'aircoder-around-'))
  t.teardown(() => rmSync(none, { recursive: true }))
  mkdirSync(join(none, 'bare'))
  t.same(await lookAround('my changes', place(join(none, 'bare')), never, ALL), {
    git: null,
    changes: null,
  })
  mkdirSync(join(none, 'fresh'))
  git(join(none, 'fresh'), 'init', '-q')
  t.same(await lookAround('my changes', place(join(none, 'fresh')), never, ALL), {
    git: { changed: [], commits: [] },
    changes: null,
  })
})

t.test('no program that a repository names is run for its state', async (t) => {
  const root = repository(t)
  change(root)
  const trap = join(root, 'trap.sh')
  writeFileSync(trap, '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n', { mode: 0o755 })
  for (const name of ['core.fsmonitor', 'diff.external', 'filter.x.clean', 'diff.y.textconv'])
    git(root, 'config', name, trap)
  writeFileSync(join(root, 'pack/.gitattributes'), '*.ts filter=x diff=y\n')
  const seen = await lookAround('my changes', place(join(root, 'pack')), never, ALL)
  t.equal(seen.git?.changed.length, 4)
  t.match(seen.changes, { paths: ['a.ts'], diff: /\+2/ })
  t.notOk(existsSync(join(root, 'ran')))
})

t.test('row 95: a difference is cut at whole lines and at its budget', async (t) => {
  const diff = Array.from({ length: 400 }, (_, n) => `+line ${n} ${'x'.repeat(n === 3 ? 900 : 9)}`)
  const all = { command: 'git diff HEAD', subject: null, paths: ['a'], diff: diff.join('\n') }
  const wide = showChanges(all, 10_000)
  t.equal(wide.text.split('\n').length, 103, 'a hundred lines')
  t.match(wide.text, /^--- git diff HEAD \(changes that are not committed\)\nFiles: a\n\+line 0/)
  t.match(wide.text, /\n… Run git diff HEAD for the rest\.$/)
  t.ok(Math.max(...wide.text.split('\n').map((line) => line.length)) <= 200)
  t.ok(estimateTokens(showChanges(all, 400).text) <= 420)
  t.equal(showChanges(all, 60).text.split('\n').length, 3, 'too little room: the files')
  t.match(wide.evidence, [{ kind: 'shell_output', facts: { command: 'git diff HEAD' } }])
})

t.test(
  'rows 94, 95: the first prompt of a session has git, a later message its changes',
  async (t) => {
    const loop = openLoop(t, {
      files: { 'a.ts': 'one\n', '.env': 'KEY=1\n' },
      deny: ['.env'],
      replies: [say('You changed one line.'), say('Hello.')],
    })
    git(loop.root, 'init', '-q', '-b', 'main')
    git(loop.root, 'add', '-A')
    git(loop.root, 'commit', '-qm', 'Start')
    loop.write('a.ts', 'two\n')
    loop.write('.env', 'KEY=SECRET\n')
    const taskId = loop.add('what did I change?')
    await loop.run(taskId, {}, ({ type }) => type === 'init')
    await loop.run(taskId)
    const head = loop.requests[0]?.messages[1]?.content ?? ''
    t.match(head, /\n--- git diff HEAD \(changes that are not committed\)\nFiles: a\.ts\n/)
    t.match(head, /\n-one\n\+two\n/)
    t.match(head, /\nGit, not committed: M a\.ts\nGit, last commits: Start/)
    t.notMatch(head, /\.env|SECRET/)
    t.match(loop.ledger().find({ taskId, kind: 'shell_output' }), [{ subject: 'git diff HEAD' }])
    const { id: sessionId } = loop.ledger().view(taskId).session
    loop.write('a.ts', 'three\n')
    await loop.run(loop.add('hi', sessionId))
    t.equal(loop.requests[1]?.messages[1]?.content, head, 'the head keeps its bytes')
    const { content: message } = await taskMessage(
      'explain my uncommitted work',
      await loop.deps({}),
    )
    t.match(message, /^Task: explain my uncommitted work\n\n--- git diff HEAD[\s\S]*\+three/)
  },
)
