import { chmodSync, linkSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createScriptModel } from '#model'
import {
  finishRestores,
  planRedo,
  planUndo,
  restore,
  type UndoDeps,
  type UndoScope,
} from '#supervisor'
import { openWorkspace } from '#workspace'
import { editRun, FILES, prepare, readTree, type Tree } from '../kit/edit_run.js'
import { act, type Loop, openLoop, say } from '../kit/loop.js'

const EDITS = 50

interface Ran {
  loop: Loop
  sessionId: string
  taskId: string
  /** The tree before the first edit and after each. */
  trees: Tree[]
  deps(): UndoDeps
}

async function run(t: Test, replies = editRun(EDITS), files = FILES): Promise<Ran> {
  const loop = openLoop(t, { files, replies })
  if (files === FILES) prepare(loop.root)
  const taskId = loop.add('rework the folder')
  const trees = [readTree(loop.root)]
  await loop.run(taskId, {}, (event) => {
    if (event.type === 'tool_result') {
      t.ok(event.ok, event.text)
      trees.push(readTree(loop.root))
    }
    return false
  })
  const sessionId = loop.ledger().view(taskId).session.id
  const deps = () => ({
    ledger: loop.ledger(),
    workspace: openWorkspace({ root: loop.root, deny: [], env: process.env }),
  })
  return { loop, sessionId, taskId, trees, deps }
}

function back({ sessionId, deps }: Ran, scope: UndoScope = { back: 'edits', count: 1 }) {
  const plan = planUndo(sessionId, scope, deps())
  restore(plan, deps())
  return plan
}

function again({ sessionId, deps }: Ran) {
  const plan = planRedo(sessionId, deps())
  restore(plan, deps())
  return plan
}

t.test('one run of 50 edits', async (t) => {
  const ran = await run(t)
  const { loop, trees, taskId } = ran

  await t.test(
    'rows 245, 247 and 248: undo restores every state of a 50-edit run byte for byte, redo makes it again',
    async (t) => {
      t.equal(trees.length, EDITS + 1)
      t.equal(new Set(trees.map((tree) => JSON.stringify(tree))).size, EDITS + 1, 'all differ')
      for (let at = EDITS; at > 0; at -= 1) {
        const before = readTree(loop.root)
        t.same(planUndo(ran.sessionId, { back: 'edits', count: 1 }, ran.deps()).edits, 1)
        t.same(readTree(loop.root), before, 'a dry run writes nothing')
        back(ran)
        t.same(readTree(loop.root), trees[at - 1], `back to edit ${at - 1}`)
        if (at % 10 === 0) loop.reopen()
      }
      t.equal(planUndo(ran.sessionId, { back: 'turn' }, ran.deps()).draft, null, 'nothing is left')
      for (let at = 1; at <= EDITS; at += 1) {
        again(ran)
        t.same(readTree(loop.root), trees[at], `forth to edit ${at}`)
      }
      t.equal(planRedo(ran.sessionId, ran.deps()).draft, null)
      t.ok(loop.ledger().verify().ok)
    },
  )

  await t.test('row 249: a rewind reaches any step, and the whole task', async (t) => {
    t.same(readTree(loop.root), trees[EDITS], 'the test before has made all edits again')
    for (const step of [47, 46, 31, 30, 29, 7, 1, 0]) {
      back(ran, { back: 'step', taskId, step })
      t.same(readTree(loop.root), trees[step], `to step ${step}`)
    }
    for (const step of [1, 7, 29, 30, 31, 46, 47, 50]) {
      again(ran)
      t.same(readTree(loop.root), trees[step], `redone to step ${step}`)
    }
    back(ran, { back: 'turn' })
    t.same(readTree(loop.root), trees[0], 'the turn')
    again(ran)
    back(ran, { back: 'edits', count: 12 })
    t.same(readTree(loop.root), trees[EDITS - 12], 'twelve edits')
  })
})

const patch = (path: string, from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path, old_str: from, new_str: to },
]
const ENDS = Array.from({ length: 4 }, () => say('That is all.'))
const two = () =>
  [
    act(patch('a.txt', 'one', 'two'), patch('b.txt', 'x', 'y')),
    act(patch('a.txt', 'two', 'three')),
    ...ENDS,
  ] as const

t.test('row 250: only the agent’s own changes are undone, conflicts are shown', async (t) => {
  const ran = await run(t, [...two()], { 'a.txt': 'one\n', 'b.txt': 'x\n', 'mine.txt': 'm\n' })
  const { loop } = ran
  loop.write('mine.txt', 'changed by me\n')
  loop.write('b.txt', 'y and mine\n')
  const plan = back(ran, { back: 'turn' })
  t.match(plan.files, [
    { path: 'a.txt', state: 'clean', diff: /-three\n\+one/, added: 1, removed: 1 },
    {
      path: 'b.txt',
      state: 'conflict',
      why: /changed by somebody else after patch_file at step 1/,
    },
  ])
  t.same(plan.files[0]?.by, ['patch_file at step 2', 'patch_file at step 1'])
  t.equal(loop.read('a.txt'), 'one\n')
  t.equal(loop.read('b.txt'), 'y and mine\n')
  t.equal(loop.read('mine.txt'), 'changed by me\n')
  again(ran)
  t.equal(loop.read('a.txt'), 'three\n')
})

t.test('a change of a person between two edits stays', async (t) => {
  const loop = openLoop(t, {
    files: { 'a.txt': 'one\nmine\n' },
    replies: [act(patch('a.txt', 'one', 'two')), act(patch('a.txt', 'two', 'three')), ...ENDS],
  })
  const taskId = loop.add('change it')
  await loop.run(taskId, { maxSteps: 1 })
  loop.write('a.txt', 'two\nmine, changed\n')
  loop.ledger().reopen(taskId)
  await loop.run(taskId)
  const sessionId = loop.ledger().view(taskId).session.id
  const deps = () => ({
    ledger: loop.ledger(),
    workspace: openWorkspace({ root: loop.root, deny: [], env: process.env }),
  })
  const plan = planUndo(sessionId, { back: 'turn' }, deps())
  t.match(plan.files, [{ state: 'clean', why: /somebody else after patch_file at step 1/ }])
  restore(plan, deps())
  t.equal(loop.read('a.txt'), 'two\nmine, changed\n', 'back to what the person had made')
})

t.test('links, other names, missing and denied files are skipped and reported', async (t) => {
  const files = { 'a.txt': 'one\n', 'b.txt': 'x\n' }
  const outside = t.testdir({ 'a.txt': 'three\n' })
  const ran = await run(t, [...two()], files)
  const { loop, sessionId } = ran
  const at = (name: string) => join(loop.root, name)
  rmSync(at('a.txt'))
  symlinkSync(join(outside, 'a.txt'), at('a.txt'))
  linkSync(at('b.txt'), at('other-name.txt'))
  const plan = planUndo(sessionId, { back: 'turn' }, ran.deps())
  t.match(plan.files, [
    { path: 'a.txt', state: 'conflict', why: /symbolic link|outside/ },
    { path: 'b.txt', state: 'conflict', why: /another name/ },
  ])
  t.equal(plan.draft, null)
  t.equal(readFileSync(join(outside, 'a.txt'), 'utf8'), 'three\n')
  rmSync(at('a.txt'))
  rmSync(at('other-name.txt'))
  chmodSync(at('b.txt'), 0o640)
  const gone = planUndo(sessionId, { back: 'turn' }, ran.deps())
  t.match(gone.files, [{ state: 'conflict' }, { state: 'clean' }])
  const deny = openWorkspace({ root: loop.root, deny: ['b.txt'], env: process.env })
  const denied = planUndo(sessionId, { back: 'turn' }, { ...ran.deps(), workspace: deny })
  t.match(denied.files[1], { state: 'conflict', why: /denied/ })
  restore(gone, ran.deps())
  t.match(readTree(loop.root), { 'b.txt': /^640 / }, 'the bits of now are kept')
  t.equal(loop.read('b.txt'), 'x\n')
})

t.test('a file that changes between the preview and the y is not written', async (t) => {
  const ran = await run(t, [...two()], { 'a.txt': 'one\n', 'b.txt': 'x\n' })
  const plan = planUndo(ran.sessionId, { back: 'turn' }, ran.deps())
  writeFileSync(join(ran.loop.root, 'b.txt'), 'meanwhile')
  t.throws(() => restore(plan, ran.deps()), {
    code: 'UNDO_CONFLICT',
    message: /b\.txt has changed/,
  })
  t.equal(ran.loop.read('a.txt'), 'three\n', 'all or none')
  t.equal(planUndo(ran.sessionId, { back: 'edits', count: 9 }, ran.deps()).edits, 3, 'as before')
})

t.test('the model gets a message, and earlier proof no longer counts', async (t) => {
  const check: [string, Record<string, unknown>] = ['run_command', { command: 'sh check.sh' }]
  const loop = openLoop(t, {
    files: { 'a.txt': 'one\n', 'check.sh': 'grep -q two a.txt\n' },
    replies: [
      act(patch('a.txt', 'one', 'two'), check),
      act(['resolve', { cites: ['e1', 'e2'], summary: 'a.txt says two' }]),
      act(['resolve', { cites: ['e1', 'e2'], summary: 'a.txt says two' }]),
    ],
    over: { testCommand: 'sh check.sh' },
  })
  const taskId = loop.add('make a.txt say two')
  await loop.run(taskId, { maxSteps: 1 })
  const sessionId = loop.ledger().view(taskId).session.id
  const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
  const deps = { ledger: loop.ledger(), workspace }
  restore(planUndo(sessionId, { back: 'turn' }, deps), deps)
  t.equal(loop.read('a.txt'), 'one\n')
  loop.ledger().reopen(taskId)
  const { events } = await loop.run(taskId, { maxSteps: 1 })
  t.match(
    events.find((event) => event.type === 'tool_result'),
    { ok: false, text: /no test ran since the last edit/ },
  )
  t.match(loop.requests.at(-1)?.messages.at(-1)?.content, /The user undid your edits of a\.txt\./)
  // A window in which nothing but a rebuilt prompt fits.
  loop.ledger().reopen(taskId)
  await loop.run(taskId, { maxSteps: 1, windowTokens: 2_600 })
  t.match(JSON.stringify(loop.requests.at(-1)?.messages), /The user undid your edits of a\.txt/)
})

t.test('row 162: a restore that was interrupted after any file is finished once', async (t) => {
  const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.txt`, `${name} 0`]))
  const edits = Object.keys(files).map((path) => ({ path, old_str: ' 0', new_str: ' 1' }))
  const made: [string, Record<string, unknown>] = [
    'write_file',
    { path: 'e/f.txt', content: 'new' },
  ]
  for (let cut = 0; cut <= 5; cut += 1) {
    const ran = await run(t, [act(['multi_edit', { edits }], made), ...ENDS], files)
    const { loop, sessionId, trees } = ran
    const { draft } = planUndo(sessionId, { back: 'turn' }, ran.deps())
    if (draft === null) throw new Error('nothing to undo')
    const id = loop.ledger().beginRestore(draft)
    const { workspace } = ran.deps()
    t.ok(workspace.applyEdits(draft.files.slice(0, cut), { tempTag: id }).ok)
    writeFileSync(join(loop.root, `.a.txt.aircoder-${id}.tmp`), 'half')
    loop.reopen()
    t.match(finishRestores(sessionId, ran.deps()), ['an interrupted undo was finished.'])
    t.same(readTree(loop.root), trees[0], `cut behind ${cut} files`)
    t.same(finishRestores(sessionId, ran.deps()), [], 'and not again')
    again(ran)
    t.same(readTree(loop.root), trees.at(-1))
    t.ok(loop.ledger().verify().ok)
  }
})

t.test(
  'a file that changed during an interrupted restore is skipped, the rest is finished',
  async (t) => {
    const ran = await run(t, [...two()], { 'a.txt': 'one\n', 'b.txt': 'x\n' })
    const { loop, sessionId } = ran
    const { draft } = planUndo(sessionId, { back: 'turn' }, ran.deps())
    if (draft === null) throw new Error('nothing to undo')
    loop.ledger().beginRestore(draft)
    loop.write('b.txt', 'mine')
    await loop.run(loop.add('how is it?', sessionId), { model: createScriptModel([say('Well.')]) })
    t.equal(loop.read('a.txt'), 'one\n', 'the next run finishes it')
    t.equal(loop.read('b.txt'), 'mine')
    t.same(
      loop
        .ledger()
        .restores(sessionId)
        .map(({ status }) => status),
      ['done'],
    )
  },
)
