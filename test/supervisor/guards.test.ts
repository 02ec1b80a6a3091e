import t, { type Test } from 'tap'
import type { RecordedReply } from '#core'
import { loadParts } from '#supervisor'
import { act, type Drive, openLoop, type Ran, say } from '../kit/loop.js'

const TESTS = 'sh check.sh'
const RUN: [string, Record<string, unknown>] = ['run_command', { command: TESTS }]

function patch(path: string, from: string, to: string): [string, Record<string, unknown>] {
  return ['patch_file', { path, old_str: from, new_str: to }]
}
const resolve = (cite: string, summary = 'Done.') => act(['resolve', { cites: [cite], summary }])

function open(t: Test, files: Record<string, string>, replies: RecordedReply[]) {
  const over: Drive = { testCommand: TESTS, autoCheck: 'off' }
  return openLoop(t, { files: { 'check.sh': 'true\n', ...files }, replies, over })
}

const results = ({ events }: Ran) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
const notes = ({ events }: Ran) =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : []))

const FILES = { 'a.txt': 'one\n', 'b.txt': 'one\n' }
// Two sentences: for a list in one sentence the law named_parts speaks first.
const BOTH = 'Change a.txt to two. Then change b.txt to two.'

t.test(
  'row 139: passing tests do not end a task while a file that it names is unchanged',
  async (t) => {
    const loop = open(t, FILES, [
      act(patch('a.txt', 'one', 'two'), RUN),
      resolve('e2'),
      act(patch('b.txt', 'one', 'two'), RUN),
      say('Both files say two.'),
    ])
    const ran = await loop.run(loop.add(BOTH))
    t.match(results(ran)[2], /^Refused: not done: .*b\.txt\. Do the first one now/)
    t.equal(ran.result?.subtype, 'resolved')
    t.equal(ran.result?.proven, true)
    t.equal(loop.read('b.txt'), 'two\n')
  },
)

t.test(
  'an end is refused once, also after a kill, and not at all when the guard is off',
  async (t) => {
    const replies = [act(patch('a.txt', 'one', 'two'), RUN), resolve('e2'), resolve('e2')]
    const loop = open(t, FILES, replies)
    const taskId = loop.add(BOTH)
    await loop.run(taskId, {}, (event) => event.type === 'step' && event.number === 2)
    t.same(loop.ledger().view(taskId).guards, [{ name: 'unmet_parts', step: 2 }])
    loop.reopen()
    const { result } = await loop.run(taskId)
    t.equal(result?.subtype, 'resolved')
    t.equal(result?.steps, 3)

    const off = open(t, FILES, replies.slice(0, 2))
    const over = { guards: (await loadParts(['unmet_parts'])).guards }
    const ran = await off.run(off.add(BOTH), over)
    t.equal(ran.result?.steps, 2)
  },
)

t.test('a rename is refused while the old name is in the tree', async (t) => {
  const files = { 'a.js': 'oldName()\n', 'b.js': 'oldName()\n' }
  const loop = open(t, files, [
    act(patch('a.js', 'oldName', 'newName'), RUN),
    say('oldName is newName now. All tests pass.'),
    act(patch('b.js', 'oldName', 'newName'), RUN),
    say('oldName is newName everywhere now. All tests pass.'),
  ])
  const ran = await loop.run(loop.add('Rename `oldName` to `newName` in the whole project.'))
  t.match(notes(ran).join('\n'), /oldName still occurs in b\.js\. The task asks to replace it/)
  t.equal(ran.result?.subtype, 'resolved')
  t.equal(loop.read('b.js'), 'newName()\n')
})

t.test(
  'rows 130 and 132: a plan in words is kept for the task, and a new task has none',
  async (t) => {
    const loop = open(t, FILES, [
      say('1. Change a.txt\n2. Run the tests', ['read_file', { path: 'a.txt' }]),
      act(patch('a.txt', 'one', 'two')),
      say('Step 1 is done.', RUN),
      say('It says two. The tests pass.'),
    ])
    const taskId = loop.add('Change a.txt to two.')
    const ran = await loop.run(taskId)
    t.equal(ran.result?.subtype, 'resolved', 'open steps of words do not keep a task open')
    const { plan, session } = loop.ledger().view(taskId)
    t.same(
      plan.slice(1).map(({ kind, text, status }) => [kind, text, status]),
      [
        ['item', 'Change a.txt', 'resolved'],
        ['item', 'Run the tests', 'open'],
      ],
    )
    t.equal(loop.ledger().view(loop.add('Now b.txt.', session.id)).plan.length, 1)
  },
)

t.test('a model that greets in the middle of its task gets the task again', async (t) => {
  const loop = open(t, FILES, [
    act(['read_file', { path: 'a.txt' }]),
    say('Hello! How can I help you today?'),
    act(patch('a.txt', 'one', 'two'), RUN),
    say('a.txt says two.'),
  ])
  const ran = await loop.run(loop.add('Change a.txt to two.'))
  t.match(notes(ran)[0], /You are in the middle of this task: Change a\.txt to two/)
  t.equal(ran.result?.subtype, 'resolved')
})

t.test(
  'row 63: a retry has a lower temperature, the next one a higher, and 0 stays 0',
  async (t) => {
    const cut = say('<tool_call>{"name": "read_file", "arguments": {"path": ')
    for (const [temperature, expected] of [
      [0.7, [0.7, 0.55, 0.85, 0.7]],
      [0, [0, 0, 0, 0]],
    ] as const) {
      const loop = open(t, FILES, [cut, cut, cut, say('Two.')])
      await loop.run(loop.add('What is 1+1?'), { temperature })
      t.same(
        loop.requests.map((request) => request.temperature),
        expected,
      )
    }
  },
)
