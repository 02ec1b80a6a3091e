import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { CAPABILITY_SETS, type RecordedReply } from '#core'
import { hashBytes, openWorkspace } from '#workspace'
import { taskFiles } from '../../libs/supervisor/commit/task_files.js'
import { act, type Drive, type Loop, openLoop, type Ran, say } from '../kit/loop.js'

const CHECK = 'sh check.sh'
const FILES = {
  'value.txt': 'one\n',
  'mine.txt': 'mine\n',
  '.gitignore': 'built/\n',
  'check.sh': 'grep -q two value.txt\n',
}
/** As git of a user, whose configuration has a name; a test folder has an empty home. */
const WHO = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid']

function git(root: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', [...WHO, ...args], { cwd: root, env, stdio: 'pipe' }).toString()
}

function open(t: Test, replies: RecordedReply[]): Loop {
  const loop = openLoop(t, { files: FILES, replies })
  git(loop.root, 'init', '-q', '-b', 'main')
  git(loop.root, 'config', 'user.name', 'A')
  git(loop.root, 'config', 'user.email', 'a@example.invalid')
  git(loop.root, 'add', '-A')
  git(loop.root, 'commit', '-qm', 'all')
  return loop
}

const patch = (from: string, to: string, path = 'value.txt'): [string, Record<string, unknown>] => [
  'patch_file',
  { path, old_str: from, new_str: to },
]
const write = (path: string, content: string): [string, Record<string, unknown>] => [
  'write_file',
  { path, content },
]
const check: [string, Record<string, unknown>] = ['run_command', { command: CHECK }]
const FIX = [act(patch('one', 'two'), check), say('value.txt says two.')]
const ON: Drive = { testCommand: CHECK, autoCheck: 'on', autoCommit: 'proven' }

async function drive(loop: Loop, over: Drive = ON): Promise<Ran & { taskId: string }> {
  const { root } = loop
  const workspace = openWorkspace({ root, deny: ['.env'], env: process.env })
  const snapshots = workspace.openSnapshots(join(root, '..', 'data', 'snapshots'))
  const taskId = loop.add('Change value.txt so that it says two.')
  return { ...(await loop.run(taskId, { snapshots, ...over })), taskId }
}

const notes = ({ events }: Ran) =>
  events.flatMap((one) => (one.type === 'note' && /committed/.test(one.text) ? [one.text] : []))
const log = (loop: Loop) => git(loop.root, 'log', '--format=%s').trim().split('\n')
const rows = (loop: Loop) => loop.ledger().gitCommits(loop.ledger().sessions()[0]?.id ?? '')

t.test('row 202: a proven end commits the files of the task, and only those', async (t) => {
  const loop = open(t, [
    act(patch('one', 'two'), write('new.txt', 'new\n'), write('built/x.txt', 'x\n'), check),
    say('value.txt says two.'),
  ])
  writeFileSync(join(loop.root, 'mine.txt'), 'changed by me\n')
  git(loop.root, 'add', 'mine.txt')
  writeFileSync(join(loop.root, 'loose.txt'), 'also mine\n')
  const ran = await drive(loop)
  const subject = 'chore: change value.txt and 1 more'
  const hash = git(loop.root, 'rev-parse', 'HEAD').trim()
  t.match(ran.result, { subtype: 'resolved', proven: true, commit: { hash, message: subject } })
  t.same(log(loop), [subject, 'all'])
  t.same(git(loop.root, 'show', '--name-only', '--format=').trim().split('\n').sort(), [
    'new.txt',
    'value.txt',
  ])
  t.equal(git(loop.root, 'status', '--porcelain'), 'M  mine.txt\n?? loose.txt\n')
  t.same(notes(ran), [`committed ${hash.slice(0, 10)} (2 files): ${subject}`])
  t.match(rows(loop), [{ status: 'done', hash, paths: ['value.txt', 'new.txt'] }])
  t.ok(loop.ledger().verify().ok)
  t.match([...loop.ledger().exportRows()].join('\n'), /"type":"git_commit".*"status":"done"/)
})

t.test(
  'row 202: nothing is committed by default, or after an end that is not proven',
  async (t) => {
    const { autoCommit: _, ...off } = ON
    const quiet = open(t, FIX)
    const ran = await drive(quiet, off)
    t.match(ran.result, { proven: true })
    t.same([log(quiet), notes(ran), ran.result?.commit], [['all'], [], undefined])

    const lazy = [act(patch('one', 'two')), ...Array.from({ length: 4 }, () => say('It says two.'))]
    const unproven = open(t, lazy)
    const without: Drive = { autoCommit: 'proven' }
    t.match(notes(await drive(unproven, without)), [
      /^not committed: the end of the task is not proven/,
    ])
    t.same(log(unproven), ['all'])
    const resolved = open(t, lazy)
    t.match((await drive(resolved, { autoCommit: 'resolved' })).result, { proven: false })
    t.same(log(resolved), ['chore: change value.txt', 'all'])
    const failed = open(t, [act(patch('one', 'three'), check), ...lazy.slice(1)])
    await drive(failed, { ...ON, autoCommit: 'resolved' })
    t.same(log(failed), ['all'], 'a failed task')
    const may = open(t, lazy)
    const capabilities = { ...CAPABILITY_SETS.turbo, execute: false }
    t.match(notes(await drive(may, { autoCommit: 'resolved', capabilities })), [
      /^not committed: the capability set turbo does not include execute$/,
    ])
    const key = `glpat-${'a1'.repeat(10)}`
    const named = open(t, [act(write(`${key}.txt`, 'x\n')), ...lazy.slice(1)])
    await drive(named, { autoCommit: 'resolved' })
    t.match(log(named)[0], /^chore: add \[redacted key\]/, 'a message has no secret')
  },
)

t.test('row 202: what others changed, and what is denied, is in no commit', (t) => {
  const { root } = openLoop(t, { files: { 'a.txt': 'two', '.env': 'K=1' } })
  const workspace = openWorkspace({ root, deny: ['.env'], env: process.env })
  const hash = (text: string) => hashBytes(Buffer.from(text))
  type Given = Parameters<typeof taskFiles>
  const filesOf = (...links: [path: string, before: string, after: string][]) => {
    const calls = links.map(([path, before, after]) => ({
      files: [{ path, beforeHash: hash(before), afterHash: hash(after) }],
    }))
    const texts = new Map(['K=1', 'one', 'two', 'six', 'ten'].map((text) => [hash(text), text]))
    const ledger = {
      appliedEdits: () => calls.reverse(),
      payload: (of: string) => Buffer.from(texts.get(of) ?? ''),
    }
    const frame = { view: { session: { id: 's' }, task: { id: 't' } } }
    return taskFiles(frame as unknown as Given[0], { ledger, workspace } as unknown as Given[1])
  }
  const whole = filesOf(['a.txt', 'one', 'six'], ['a.txt', 'six', 'two'])
  t.same(whole.ok && whole.files[0]?.versions.map(String), ['one', 'six', 'two'])
  const after = { ok: false, reason: 'a.txt was changed by somebody else' }
  t.same(filesOf(['a.txt', 'one', 'six']), after)
  const during = { ok: false, reason: 'a.txt was changed by somebody else during the task' }
  t.same(filesOf(['a.txt', 'one', 'six'], ['a.txt', 'ten', 'two']), during)
  t.match(filesOf(['a.txt', 'one', 'two'], ['.env', 'one', 'K=1']), {
    files: [{ path: 'a.txt' }],
    left: ['.env'],
  })
  t.end()
})

const REFUSED: Record<string, { reason: RegExp; before(loop: Loop): void }> = {
  'a file that had changes before the task': {
    reason: /value\.txt had changes before this task that are not committed/,
    before: ({ root }) => writeFileSync(join(root, 'value.txt'), 'one\nmine\n'),
  },
  'a file with other changes that are staged': {
    reason: /value\.txt has other changes that are staged/,
    before({ root }) {
      writeFileSync(join(root, 'value.txt'), 'staged\n')
      git(root, 'add', 'value.txt')
      writeFileSync(join(root, 'value.txt'), 'one\n')
    },
  },
  'a merge in progress': {
    reason: /a merge is in progress/,
    before({ root }) {
      git(root, 'checkout', '-qb', 'other')
      git(root, 'commit', '-q', '--allow-empty', '-m', 'theirs')
      git(root, 'checkout', '-q', 'main')
      git(root, 'merge', '-q', '--no-ff', '--no-commit', 'other')
    },
  },
  'a rebase in progress': {
    reason: /a rebase is in progress/,
    before: ({ root }) => mkdirSync(join(root, '.git', 'rebase-merge')),
  },
  'a detached HEAD': {
    reason: /HEAD is detached/,
    before: ({ root }) => void git(root, 'checkout', '-q', '--detach'),
  },
  'a hook that refuses': {
    reason: /no commit on Sundays/,
    before({ root }) {
      const hook = join(root, '.git', 'hooks', 'pre-commit')
      mkdirSync(join(root, '.git', 'hooks'), { recursive: true })
      writeFileSync(hook, '#!/bin/sh\necho no commit on Sundays\nexit 1\n')
      chmodSync(hook, 0o755)
    },
  },
}

for (const [name, { reason, before }] of Object.entries(REFUSED))
  t.test(`row 202: ${name} is reported, and nothing changes`, async (t) => {
    const loop = open(t, [
      act(patch('one', 'two'), write('new.txt', 'x\n'), check),
      FIX[1] ?? say(''),
    ])
    before(loop)
    const head = git(loop.root, 'rev-parse', 'HEAD')
    const index = () => git(loop.root, 'ls-files', '-s')
    const staged = index()
    const ran = await drive(loop)
    t.match(ran.result, { subtype: 'resolved', proven: true })
    t.match(notes(ran), [new RegExp(`^not committed: .*${reason.source}`)])
    t.equal(git(loop.root, 'rev-parse', 'HEAD'), head)
    t.equal(index(), staged, 'the index is as before')
  })

t.test('row 202: outside of git nothing breaks', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: FIX })
  t.match(notes(await drive(loop)), [/^not committed: this folder is not in a git repository$/])
})

t.test('row 202: after a kill no second commit is made', async (t) => {
  const loop = open(t, [...FIX, say('Nothing to do.')])
  const { taskId, result } = await drive(loop)
  const sessionId = result?.sessionId ?? ''
  const [row] = loop.ledger().gitCommits(sessionId)
  if (row === undefined) throw new Error('there is no row')
  const { message, paths, fresh, parent } = row
  // As a kill between git and the row that says so leaves it.
  loop.ledger().beginGitCommit({ sessionId, taskId, message, paths, fresh, parent })
  // As a kill before git made the commit leaves it: with an entry that has no content.
  loop.write('half.txt', 'x\n')
  git(loop.root, 'add', '--intent-to-add', 'half.txt')
  const head = git(loop.root, 'rev-parse', 'HEAD').trim()
  const other = { sessionId, taskId, message: 'chore: other', paths: ['half.txt'] }
  loop.ledger().beginGitCommit({ ...other, fresh: ['half.txt'], parent: head })
  const again = await loop.run(loop.add('what does value.txt say?', sessionId), ON)
  t.match(notes(again), [/^committed \w+ before the interruption/, /^not committed: .*interrupted/])
  t.same(log(loop), [message, 'all'])
  t.match(
    loop
      .ledger()
      .gitCommits(sessionId)
      .map(({ status }) => status),
    ['failed', 'done', 'done'],
  )
  t.equal(git(loop.root, 'status', '--porcelain'), '?? half.txt\n')
})
