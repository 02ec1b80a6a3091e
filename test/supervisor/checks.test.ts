import t, { type Test } from 'tap'
import { endOf, LIMITS, type RecordedReply } from '#core'
import { createScriptModel } from '#model'
import { planRedo, type Question, restore } from '#supervisor'
import { openWorkspace } from '#workspace'
import { act, type Drive, type Loop, openLoop, type Ran, say } from '../kit/loop.js'

const TESTS = 'sh check.sh'
const LINT = 'sh lint.sh'
const FILES = {
  'value.txt': 'one\n',
  'check.sh':
    'echo run >> runs.txt\ngrep -q -e one -e two value.txt || { echo it should say two; exit 1; }\n',
  'lint.sh': 'echo lint >> lints.txt\n! grep -n TODO value.txt\n',
}
const edit = (from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path: 'value.txt', old_str: from, new_str: to },
]
const test: [string, Record<string, unknown>] = ['run_command', { command: TESTS }]
const ON: Drive = { testCommand: TESTS, autoCheck: 'on' }

async function drive(t: Test, replies: RecordedReply[], over: Drive = ON, files = FILES) {
  const loop = openLoop(t, { files, replies })
  const ran = await loop.run(loop.add('Change value.txt.'), over)
  return { ...ran, loop, runs: () => count(loop, 'runs.txt') }
}

function count(loop: Loop, path: string): number {
  try {
    return loop.read(path).trim().split('\n').length
  } catch {
    return 0
  }
}

function notes({ events }: Ran): string[] {
  return events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
}

const lazy = (times: number) => Array.from({ length: times }, () => say('It is done.'))

t.test(
  'row 154: when the model says that it is done, the tests run in the same step',
  async (t) => {
    const ran = await drive(t, [act(edit('one', 'two')), say('It is done.')])
    t.match(ran.result, { subtype: 'resolved', proven: true, steps: 2, text: 'It is done.' })
    t.equal(ran.runs(), 1)
    t.match(notes(ran), ['the checks have not run since the last edit; next: sh check.sh'])
    t.match(ran.loop.ledger().find({ kind: 'test_result' }), [{ facts: { passed: true } }])
    const off = await drive(t, [act(edit('one', 'two')), ...lazy(4)], { testCommand: TESTS })
    t.equal(off.runs(), 0, 'only where it is on')
    t.equal(off.result?.proven, false)
  },
)

t.test('no check runs for an answer, without edits, without tests, or after tests', async (t) => {
  const asked = openLoop(t, { files: FILES, replies: [say('It says one.')] })
  await asked.run(asked.add('what does value.txt say?'), ON)
  t.equal(count(asked, 'runs.txt'), 0)
  const none = await drive(t, lazy(4))
  t.equal(none.runs(), 0)
  const tested = await drive(t, [act(edit('one', 'two'), test), say('Done.')])
  t.equal(tested.runs(), 1)
  const untestable = await drive(t, [act(edit('one', 'two')), ...lazy(3)], { autoCheck: 'on' })
  t.equal(untestable.runs(), 0)
})

t.test('rows 154 and 163: a failed check is fed back and fixed', async (t) => {
  const ran = await drive(t, [
    act(edit('one', 'three')),
    say('It is done.'),
    act(edit('three', 'two')),
    say('Now it is done.'),
  ])
  t.match(ran.result, { subtype: 'resolved', proven: true, steps: 4 })
  t.equal(ran.runs(), 2)
  const sent = ran.loop.requests[2]?.messages.slice(-2).map(({ content }) => content) ?? []
  t.match(sent.join('\n'), /it should say two[\s\S]*not done: the last test run failed/)
})

t.test('a second check says that the first run does not count, not that nothing ran', async (t) => {
  // A run without tests proves nothing.
  const none = { ...FILES, 'check.sh': 'echo "# tests 0"\necho "# pass 0"\necho "# fail 0"\n' }
  const ran = await drive(t, [act(edit('one', 'five')), ...lazy(4)], ON, none)
  const [first, second] = notes(ran).filter((text) => /next: sh check\.sh/.test(text))
  t.match(first, /^the checks have not run since the last edit/)
  t.match(second, /^the last test run does not count/)
})

t.test('row 155: after two rounds the task ends as failed', async (t) => {
  const ran = await drive(t, [
    act(test),
    act(edit('one', 'three')),
    say('It is done.'),
    act(edit('three', 'four')),
    say('It is done.'),
    act(edit('four', 'five')),
    ...lazy(5),
  ])
  t.equal(ran.runs(), 1 + LIMITS.checkRounds)
  t.match(ran.result, {
    subtype: 'failed',
    proven: false,
    text: /^not done, the tests fail, and they passed before the first edit \(`\/undo turn`/,
  })
  t.equal(ran.loop.read('value.txt'), 'five\n', 'nothing is taken back unasked')
})

t.test(
  'rows 158 and 246: edits that leave the tests worse are reverted where the settings say so',
  async (t) => {
    const worse = [act(test), act(edit('one', 'three')), ...lazy(5)]
    const on: Drive = { ...ON, rollback: 'on-fail' }
    const ran = await drive(t, worse, on)
    t.equal(ran.result?.subtype, 'failed')
    t.equal(ran.loop.read('value.txt'), 'one\n')
    t.match(
      notes(ran).at(-1),
      'the edits were reverted: value.txt (the tests passed before the first edit)',
    )
    t.match(ran.result, { changes: [], reverted: ['value.txt'] })
    t.match(ran.result && endOf(ran.result).hint, /`aircoder redo` makes them again/)
    const sessionId = ran.result?.sessionId ?? ''
    const workspace = openWorkspace({ root: ran.loop.root, deny: [], env: process.env })
    const deps = { ledger: ran.loop.ledger(), workspace }
    restore(planRedo(sessionId, deps), deps)
    t.equal(ran.loop.read('value.txt'), 'three\n', 'and can be made again')

    const found = { ...FILES, 'value.txt': 'broken one? no: zero\n', 'check.sh': 'exit 1\n' }
    const before = await drive(t, [act(test), act(edit('zero', 'three')), ...lazy(5)], on, found)
    t.equal(before.result?.subtype, 'failed')
    t.match(before.loop.read('value.txt'), 'three', 'tests that failed before are no reason')
    t.notMatch(before.result?.text, 'passed before')
    // Two of three fail at first; then the suite does not load, or the third fails too.
    const counts = (tests: number, ...failed: string[]) =>
      [
        ...failed.map((name, at) => `not ok ${at + 1} - ${name}`),
        `# tests ${tests}`,
        `# pass ${tests - failed.length}`,
        `# fail ${failed.length}`,
      ]
        .map((line) => `echo "${line}"`)
        .join('; ')
    const suite = (worse: string) => ({
      ...FILES,
      'check.sh': `if grep -q one value.txt; then ${counts(3, 'a', 'b')}; else ${worse}; fi; exit 1\n`,
    })
    const cases = [
      [counts(1, 'load'), 'one\n', /the tests do not load any more \(3 ran before\)/],
      [counts(3, 'a', 'b', 'c'), 'one\n', /more tests fail than before: c/],
      [counts(3, 'a'), 'three\n', null],
    ] as const
    for (const [worse, left, why] of cases) {
      const one = await drive(
        t,
        [act(test), act(edit('one', 'three')), ...lazy(5)],
        on,
        suite(worse),
      )
      t.equal(one.loop.read('value.txt'), left, worse)
      if (why !== null) t.match(notes(one).at(-1), why)
    }
    const good = await drive(t, [act(test), act(edit('one', 'two')), say('Done.')], on)
    t.equal(good.loop.read('value.txt'), 'two\n')
  },
)

t.test(
  'a check passes the gate: it is asked, refused, or skipped when nobody can be asked',
  async (t) => {
    const replies = [act(edit('one', 'two')), ...lazy(4)]
    const edits: Drive = { ...ON, mode: () => 'acceptEdits' }
    const silent = await drive(t, replies, edits)
    t.equal(silent.runs(), 0)
    t.match(silent.result, { subtype: 'resolved', proven: false, text: /^unproven/ })
    t.same(silent.loop.ledger().find({ subject: 'gate' }), [], 'and nothing was refused')

    const questions: Question[] = []
    const answering = (decision: 'yes' | 'no'): Drive => ({
      ...edits,
      ask: async (question) => {
        questions.push(question)
        return { decision }
      },
    })
    const yes = await drive(t, replies, answering('yes'))
    t.match(questions, [{ kind: 'permission', describe: `run ${TESTS}` }])
    t.equal(yes.runs(), 1)
    t.equal(yes.result?.proven, true)
    const no = await drive(t, replies, answering('no'))
    t.equal(no.runs(), 0)
    t.equal(no.result?.proven, false)
    t.equal(questions.length, 2, 'a no is not asked again')
    t.match(no.result?.text, /the tests did not run: the user refused sh check\.sh/)
    const own = [act(edit('one', 'two')), act(test), act(test), ...lazy(3)]
    const called = await drive(t, own, answering('no'))
    t.equal(questions.length, 3, 'nor when the model calls the refused check itself')
    t.match(called.result, { proven: false, text: /the user refused sh check\.sh/ })
    const named = await drive(t, own, { ...edits, ownTest: { command: TESTS } })
    t.equal(named.runs(), 2, 'the test command of the settings runs without a question')
    t.equal(named.result?.proven, true)
    const listed = await drive(t, replies, { ...edits, allow: [`run_command:${TESTS}`] })
    t.equal(listed.runs(), 1, 'a setting allows it without a question')
  },
)

t.test(
  'a linter that the settings name runs with the tests, and its output is fed back',
  async (t) => {
    const replies = [
      act(edit('one', 'two TODO')),
      say('It is done.'),
      act(edit('two TODO', 'two')),
      say('Now.'),
    ]
    const { loop, result } = await drive(t, replies, { ...ON, lintCommand: LINT })
    t.equal(count(loop, 'lints.txt'), 2)
    t.equal(count(loop, 'runs.txt'), 2)
    t.match(JSON.stringify(loop.requests[2]?.messages.slice(-4)), /1:two TODO/)
    t.equal(result?.proven, true)
  },
)

t.test(
  'interrupted at any event, a checked run ends the same and runs its tests as often',
  async (t) => {
    const replies = [
      act(edit('one', 'three')),
      say('It is done.'),
      act(edit('three', 'two')),
      say('Now it is done.'),
    ]
    const whole = await drive(t, replies)
    const expected = whole.loop.canonical()
    for (let cut = 0; cut < whole.events.length; cut += 2) {
      const loop = openLoop(t, { files: FILES, replies, over: ON })
      const taskId = loop.add('Change value.txt.')
      let seen = 0
      await loop.run(taskId, {}, () => seen++ === cut)
      loop.reopen()
      const { result } = await loop.run(taskId, { model: createScriptModel(replies) })
      t.equal(result?.subtype, 'resolved', `cut at ${cut}`)
      t.equal(loop.canonical(), expected, `cut at ${cut}`)
      t.equal(count(loop, 'runs.txt'), 2, `cut at ${cut}`)
    }
  },
)
