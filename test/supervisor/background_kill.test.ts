import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { planUndo, restore } from '#supervisor'
import { openWorkspace } from '#workspace'
import { act, type Loop, openLoop, say } from '../kit/loop.js'

const FILES = { 'a.txt': 'one\n', 'kept.txt': 'same\n' }
const SCRIPT = 'echo two >> a.txt; echo new > made.txt; touch ready; sleep 300'
const REPLIES = [
  act(['run_command', { command: SCRIPT, background: true }]),
  ...Array.from({ length: 6 }, () => say('The generator wrote made.txt and a.txt.')),
]

const storeOf = ({ root }: Loop) => join(root, '..', 'data', 'snapshots')

/** What another process would open. */
function sitting(t: Test, loop: Loop) {
  const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
  t.teardown(() => workspace.background.endAll())
  return { workspace, snapshots: workspace.openSnapshots(storeOf(loop)) }
}

for (const place of ['under git', 'outside of git'])
  t.test(`what a background command changed is found after a kill, ${place}`, async (t) => {
    const loop = openLoop(t, { files: FILES, replies: REPLIES })
    if (place === 'under git') {
      const git = (...args: string[]) =>
        execFileSync('git', args, { cwd: loop.root, stdio: 'pipe' })
      git('init', '-q')
      git('add', '-A')
      git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-qm', 'all')
    }
    const task = loop.add('run the generator')
    await loop.run(task, sitting(t, loop), ({ type }) => type === 'step')
    while (!existsSync(join(loop.root, 'ready'))) await new Promise((done) => setTimeout(done, 20))
    loop.reopen()
    const { result } = await loop.run(task, sitting(t, loop))
    t.same(
      result?.changes.filter(({ path }) => path !== 'ready'),
      [
        { path: 'a.txt', added: 1, removed: 0 },
        { path: 'made.txt', added: 1, removed: 0 },
      ],
      `${result?.text}`,
    )
    const left = readdirSync(storeOf(loop)).filter((name) => name.startsWith('tree-'))
    t.equal(left.length, result?.subtype === 'resolved' ? 0 : 2, `${result?.subtype}`)
  })

for (const place of ['under git', 'outside of git'])
  t.test(`what a command changed that a kill interrupted is in the result, ${place}`, async (t) => {
    const loop = openLoop(t, {
      files: FILES,
      replies: [
        act(['run_command', { command: 'echo two >> a.txt; echo new > made.txt' }]),
        ...Array.from({ length: 6 }, () => say('The generator wrote made.txt and a.txt.')),
      ],
    })
    if (place === 'under git') execFileSync('git', ['init', '-q'], { cwd: loop.root })
    const task = loop.add('run the generator')
    // Killed when the command had worked and its end was not stored.
    const ledger = {
      ...loop.ledger(),
      settle: () => {
        throw new Error('killed')
      },
    }
    await t.rejects(loop.run(task, { ...sitting(t, loop), ledger }), /killed/)
    loop.reopen()
    const { result } = await loop.run(task, sitting(t, loop))
    t.same(
      result?.changes,
      [
        { path: 'a.txt', added: 1, removed: 0 },
        { path: 'made.txt', added: 1, removed: 0 },
      ],
      `${result?.text}`,
    )
    t.equal(result?.proven, false, 'nothing tested it')
  })

const APPEND = 'echo two >> a.txt; echo new > made.txt; rm gone.txt'

/** Killed when the second step's command had worked and its end was not stored. */
async function killedCommand(
  t: Test,
  { inGit, command = APPEND }: { inGit: boolean; command?: string },
) {
  const loop = openLoop(t, {
    files: { 'a.txt': 'one\n', 'kept.txt': 'same\n', 'gone.txt': 'old\n', 'mine.txt': 'first\n' },
    replies: [
      act(['run_command', { command: 'true' }]),
      act(['edit_file', { path: 'a.txt', old_str: 'one', new_str: 'ONE' }]),
      act(['run_command', { command }]),
      ...Array.from({ length: 6 }, () => say('The generator wrote made.txt and a.txt.')),
    ],
  })
  if (inGit) execFileSync('git', ['init', '-q'], { cwd: loop.root })
  const task = loop.add('run the generator')
  let settled = 0
  const ledger = {
    ...loop.ledger(),
    settle: (...all: Parameters<ReturnType<Loop['ledger']>['settle']>) => {
      settled += 1
      // The first command settles twice: its end, and its judged end.
      if (settled > 2) throw new Error('killed')
      loop.ledger().settle(...all)
    },
  }
  const ran = loop.run(task, { ...sitting(t, loop), ledger }, (event) => {
    // Somebody else works in the same folder: no command did that.
    if (event.type === 'step' && event.number === 2) loop.write('mine.txt', 'second\n')
    return false
  })
  await t.rejects(ran, /killed/)
  loop.reopen()
  return { loop, task, sessionId: loop.ledger().view(task).session.id }
}

const FOUND = [
  { path: 'a.txt', added: 2, removed: 1 },
  { path: 'gone.txt', added: 0, removed: 1 },
  { path: 'made.txt', added: 1, removed: 0 },
]

for (const inGit of [true, false])
  t.test(
    `a killed command ${inGit ? 'under git' : 'outside of git'}: its changes are known before the task ends`,
    async (t) => {
      const { loop, task, sessionId } = await killedCommand(t, { inGit })
      // The recovery is killed too, once its changes were found.
      await loop.run(task, sitting(t, loop), ({ type }) => type === 'note')
      loop.reopen()
      const { result } = await loop.run(task, { ...sitting(t, loop), maxSteps: 1 })
      t.same(result?.changes, FOUND, 'at a step limit')
      t.match(loop.ledger().find({ taskId: task })[0]?.facts, { interrupted: true })

      const deps = { ledger: loop.ledger(), workspace: sitting(t, loop).workspace }
      const plan = planUndo(sessionId, { back: 'edits', count: 1 }, deps)
      t.same(
        plan.files.map(({ path, state }) => [path, state]),
        FOUND.map(({ path }) => [path, 'clean']),
      )
      restore(plan, deps)
      t.equal(loop.read('a.txt'), 'ONE\n')
      t.equal(loop.read('gone.txt'), 'old\n')
      t.notOk(existsSync(join(loop.root, 'made.txt')))
      t.equal(loop.read('mine.txt'), 'second\n')
    },
  )

t.test('a command that runs again after a kill: both runs are one change', async (t) => {
  const { loop, task, sessionId } = await killedCommand(t, { inGit: false })
  const ask = async () => ({ decision: 'yes' as const })
  const { result } = await loop.run(task, { ...sitting(t, loop), maxSteps: 1, ask })
  t.same(
    result?.changes,
    [{ path: 'a.txt', added: 3, removed: 1 }, ...FOUND.slice(1)],
    'rm fails the second time',
  )
  const deps = { ledger: loop.ledger(), workspace: sitting(t, loop).workspace }
  restore(planUndo(sessionId, { back: 'edits', count: 1 }, deps), deps)
  t.equal(loop.read('a.txt'), 'ONE\n')
})

t.test('what is kept of the tree before a command may be damaged', async (t) => {
  for (const damage of ['{', '', '{"callId":"another"}']) {
    const { loop, task } = await killedCommand(t, { inGit: false })
    const kept = readdirSync(storeOf(loop)).find((name) => name.endsWith('.call'))
    t.match(readFileSync(join(storeOf(loop), `${kept}`), 'utf8'), /"callId"/)
    writeFileSync(join(storeOf(loop), `${kept}`), damage)
    const { result } = await loop.run(task, sitting(t, loop))
    t.match(result?.changes, [{ path: 'a.txt' }, { path: 'gone.txt' }, { path: 'made.txt' }])
  }
})
