import t, { type Test } from 'tap'
import type { RecordedReply } from '#core'
import { createScriptModel } from '#model'
import {
  finishRestores,
  forkSession,
  inheritedTurns,
  planRewind,
  planUndo,
  promptBefore,
  restore,
  rewind,
  rewindCopy,
  turnsOf,
} from '#supervisor'
import { act, type Loop, openLoop, say } from '../kit/loop.js'

const write = (path: string, content: string): [string, Record<string, unknown>] => [
  'write_file',
  { path, content },
]

/** Runs a task with these replies; without any the model only greets. */
function drive(loop: Loop, taskId: string, ...replies: RecordedReply[]) {
  const model = createScriptModel(replies.length > 0 ? replies : [say('Here I am.')])
  return loop.run(taskId, { model })
}

/** Three turns of one session: a question, and two that each write a file. */
async function threeTurns(t: Test) {
  const loop = openLoop(t, {
    files: { 'value.txt': 'one\n' },
  })
  const first = loop.add('FIRST what does value.txt say?')
  await drive(loop, first, say('It says one.'))
  const { id: sessionId } = loop.ledger().view(first).session
  const second = loop.add('SECOND write second.txt', sessionId)
  await drive(
    loop,
    second,
    act(write('second.txt', 'MARK-SECOND\n')),
    say('second.txt is written.'),
  )
  const third = loop.add('THIRD write third.txt', sessionId)
  await drive(loop, third, act(write('third.txt', 'MARK-THIRD\n')), say('third.txt is written.'))
  return { loop, sessionId, first, second, third, deps: await loop.deps({}) }
}

t.test(
  'row 249: a rewind of both restores the files and takes the turns out of the next prompt',
  async (t) => {
    const { loop, sessionId, first, second, third, deps } = await threeTurns(t)
    const before = loop.ledger().sql('SELECT count(*) FROM prompt_tail').rows
    const plan = planRewind(sessionId, { taskId: second, withFiles: true }, deps)
    t.same(
      plan.turns.map(({ text, files }) => ({ text, files })),
      [
        { text: 'SECOND write second.txt', files: ['second.txt'] },
        { text: 'THIRD write third.txt', files: ['third.txt'] },
      ],
    )
    t.equal(plan.notice, null, 'no file stays changed')
    t.same(rewind(plan, deps).tasks, 2)
    t.throws(() => loop.read('second.txt'))
    t.throws(() => loop.read('third.txt'))
    t.same(loop.ledger().sql('SELECT count(*) FROM prompt_tail').rows, before, 'nothing is removed')

    const next = loop.add('NEXT go on', sessionId)
    await drive(loop, next)
    const sent = JSON.stringify(loop.requests.at(-1)?.messages)
    t.match(sent, 'FIRST what does')
    t.match(sent, 'NEXT go on')
    t.notMatch(sent, /SECOND|THIRD|second\.txt|third\.txt/)
    t.same(
      loop
        .ledger()
        .view(next)
        .earlier.map(({ id }) => id),
      [first],
    )
    t.same(
      loop
        .ledger()
        .tasks({ sessionId })
        .filter(({ isRewound }) => isRewound)
        .map(({ id }) => id),
      [third, second],
    )
    const stored = JSON.stringify(loop.ledger().promptAt(sessionId, 1, third))
    t.match(stored, 'SECOND write', 'the prompt of a rewound turn can still be shown')
    t.notMatch(stored, 'NEXT go on')
    t.notMatch(JSON.stringify(loop.ledger().promptAt(sessionId)), /SECOND|THIRD/)
    t.same(loop.ledger().verify(), { ok: true, problems: [] })
  },
)

t.test(
  'row 249: a rewind of the conversation names what stays changed, and the edits can be undone',
  async (t) => {
    const { loop, sessionId, second, third, deps } = await threeTurns(t)
    const plan = planRewind(sessionId, { taskId: third, withFiles: false }, deps)
    rewind(plan, deps)
    t.equal(loop.read('third.txt'), 'MARK-THIRD\n')
    await drive(loop, loop.add('NEXT go on', sessionId))
    const sent = JSON.stringify(loop.requests.at(-1)?.messages)
    t.match(sent, /1 file changed since then: third\.txt\. Read it again/)
    t.match(sent, 'SECOND write')
    t.notMatch(sent, /THIRD/)
    restore(planUndo(sessionId, { back: 'step', taskId: third, step: 0 }, deps), deps)
    t.throws(() => loop.read('third.txt'))
    t.equal(loop.read('second.txt'), 'MARK-SECOND\n')
    restore(planUndo(sessionId, { back: 'step', taskId: second, step: 0 }, deps), deps)
    const turn = turnsOf(sessionId, loop.ledger()).find(({ taskId }) => taskId === second)
    t.match(turn, { files: [], isUndone: true }, 'a list says that its edits were undone')
  },
)

t.test(
  'a rewind to the first turn starts the conversation again in the same session',
  async (t) => {
    const { loop, sessionId, first, deps } = await threeTurns(t)
    const done = rewind(planRewind(sessionId, { taskId: first, withFiles: true }, deps), deps)
    t.same(done, { tasks: 3, hasPrompt: false, restoreId: done.restoreId })
    const next = loop.ledger().createTask({ sessionId, text: 'NEXT task', message: null })
    await drive(loop, next)
    const sent = JSON.stringify(loop.requests.at(-1)?.messages)
    t.match(sent, 'NEXT task')
    t.notMatch(sent, /FIRST|SECOND|THIRD/)
    t.throws(() => planRewindAgain(), 'a turn that is gone is not gone back to again')
    function planRewindAgain() {
      rewind(planRewind(sessionId, { taskId: first, withFiles: false }, deps), deps)
    }
    t.same(loop.ledger().verify().problems, [])
  },
)

t.test(
  'a kill between the rewind and its files leaves an undo that the next start finishes',
  async (t) => {
    const { loop, sessionId, second, deps } = await threeTurns(t)
    const plan = planRewind(sessionId, { taskId: second, withFiles: true }, deps)
    // What the killed process had stored.
    deps.ledger.rewind({ taskId: second, notice: plan.notice, restore: plan.files?.draft ?? null })
    const ledger = loop.reopen()
    t.equal(loop.read('third.txt'), 'MARK-THIRD\n')
    t.match(finishRestores(sessionId, { ...deps, ledger }), [/an interrupted undo was finished/])
    t.throws(() => loop.read('third.txt'))
    t.throws(() => loop.read('second.txt'))
    await drive(loop, loop.add('NEXT go on', sessionId))
    t.notMatch(JSON.stringify(loop.requests.at(-1)?.messages), /SECOND|THIRD|second\.txt|undid/)
    t.same(ledger.verify().problems, [])
  },
)

t.test('a forked session goes on from the same prompt, and neither sees the other', async (t) => {
  const { loop, sessionId, third, deps } = await threeTurns(t)
  rewind(planRewind(sessionId, { taskId: third, withFiles: true }, deps), deps)
  loop.ledger().give(third, { deny: ['*.env'] })
  const copy = forkSession(sessionId, deps)
  t.same(loop.ledger().session(copy).given, { deny: ['*.env'] }, 'what was forbidden stays so')
  t.not(copy, sessionId)
  t.equal(loop.ledger().session(copy).parentId, sessionId)
  const titleOf = (id: string) => loop.ledger().session(id).title
  t.equal(titleOf(copy), titleOf(sessionId))
  t.equal(titleOf(forkSession(sessionId, deps, { title: 'the\nother' })), 'the other')
  await drive(loop, loop.add('COPY goes on', copy))
  const sent = JSON.stringify(loop.requests.at(-1)?.messages)
  t.match(sent, /FIRST[\s\S]*SECOND[\s\S]*COPY/)
  t.notMatch(sent, 'THIRD', 'what was rewound is not copied')
  await drive(loop, loop.add('ORIGINAL goes on', sessionId))
  const other = JSON.stringify(loop.requests.at(-1)?.messages)
  t.notMatch(other, 'COPY')
  const ids = loop.requests.flatMap(({ messages }) =>
    messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id)),
  )
  t.ok(ids.length > 0)
  t.same(loop.ledger().verify().problems, [])

  loop.ledger().removeSession(sessionId)
  t.equal(loop.ledger().session(copy).parentId, null)
  const [task] = loop.ledger().tasks({ sessionId: copy })
  t.match(
    loop
      .ledger()
      .view(task?.id ?? '')
      .earlier.map(({ text }) => text),
    [/^FIRST/, /^SECOND/],
    'the copy knows the turns of a session that is gone',
  )
  t.match(JSON.stringify(loop.ledger().promptAt(copy)), 'SECOND')
  t.same(loop.ledger().verify().problems, [])
})

t.test('a session whose prompt was never sent has nothing to copy', async (t) => {
  const loop = openLoop(t, {})
  const task = loop.add('nothing yet')
  const { id } = loop.ledger().view(task).session
  t.throws(() => forkSession(id, { ledger: loop.ledger() }), { code: 'NOTHING_TO_FORK' })
})

t.test('a copy lists the turns of its original, and goes back in another copy', async (t) => {
  const { loop, sessionId, first, second, third, deps } = await threeTurns(t)
  const copy = forkSession(sessionId, deps)
  await drive(loop, loop.add('ORIGINAL goes on', sessionId))
  await drive(loop, loop.add('COPY goes on', copy))
  const turns = inheritedTurns(copy, loop.ledger())
  t.same(
    turns.map(({ taskId, original }) => [taskId, original]),
    [third, second, first].map((id) => [id, sessionId]),
    'without what the original did since',
  )
  const plan = planRewind(sessionId, { taskId: second, withFiles: false }, deps)
  const again = rewindCopy(sessionId, plan, deps)
  if (again === null) return t.fail('nothing was copied')
  t.equal(loop.read('second.txt'), 'MARK-SECOND\n', 'the files stay')
  await drive(loop, loop.add('AGAIN', again))
  const sent = JSON.stringify(loop.requests.at(-1)?.messages)
  t.match(sent, /FIRST what does[\s\S]*AGAIN/)
  t.match(sent, 'The user went back to this point. 2 files changed since then')
  t.notMatch(sent, /SECOND write|THIRD write|COPY|ORIGINAL/)
  t.same(
    inheritedTurns(again, loop.ledger()).map(({ taskId }) => taskId),
    [first],
    'without the turns that it does not have',
  )
  t.equal(
    rewindCopy(sessionId, planRewind(sessionId, { taskId: first, withFiles: true }, deps), deps),
    null,
    'nothing was before the first turn',
  )
  t.throws(() => loop.read('second.txt'))
  t.same(loop.ledger().verify().problems, [])
})

t.test('an undo in a copy is known to the copy and to its original', async (t) => {
  const { loop, sessionId, deps } = await threeTurns(t)
  const copy = forkSession(sessionId, deps)
  restore(planUndo(sessionId, { back: 'edits', count: 1 }, deps), deps)
  for (const id of [copy, sessionId]) {
    await drive(loop, loop.add('NEXT', id))
    t.match(
      JSON.stringify(loop.requests.at(-1)?.messages),
      /THIRD[\s\S]*The user undid[^"]*third\.txt[\s\S]*NEXT/,
    )
  }
  t.same(loop.ledger().verify().problems, [])
})

t.test(
  'row 298: the rows before an edit are what its prompt had, not the example of the system text',
  async (t) => {
    const loop = openLoop(t, { files: { 'value.txt': 'one\n' } })
    const first = loop.add('write a.txt')
    const read = act(['read_file', { path: 'value.txt' }])
    const take = (taskId: string, ...replies: RecordedReply[]) =>
      loop.run(taskId, { model: createScriptModel(replies), maxSteps: replies.length })
    await take(first, read, act(write('a.txt', 'a\n')))
    const { id: sessionId } = loop.ledger().view(first).session
    const later = loop.add('write five files', sessionId)
    await take(later, ...['b', 'c', 'd', 'e', 'f'].map((name) => act(write(name, name))))
    t.equal(loop.ledger().evidence('e7')?.taskId, later, 'the id of the example exists, later')
    const [edit] = loop
      .ledger()
      .appliedEdits({ sessionId })
      .filter(({ taskId }) => taskId === first)
    const found = edit && promptBefore(edit, sessionId, await loop.deps({}))
    t.same(
      found?.rows.map(({ id }) => id),
      ['e1'],
    )
  },
)
