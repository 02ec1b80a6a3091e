import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
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
