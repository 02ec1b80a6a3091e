import t from 'tap'
import { LIMITS } from '#core'
import { asksOnly, type GuardInput, loadGuards, mayResolve, proof, type Standing } from '#planner'
import { makeReply } from '../kit/ledger.js'

const STANDING: Standing = {
  has: (id) => /^e[1-9]$/.test(id),
  newest: ['e9 (all tests pass)', 'e8 (edited a.ts)'],
  editedPaths: new Set(['src/a.ts']),
  broken: [],
  lastEdit: 8,
  lastTest: { number: 9, passed: true },
  testCommand: 'npm test',
}

t.test('row 15: what counts as proof', async (t) => {
  const test = (number: number, passed: boolean | null) => ({ number, passed })
  const rows: [Partial<Standing>, true | false | RegExp][] = [
    [{}, true],
    [{ lastEdit: null, lastTest: null }, true],
    [{ lastEdit: null, lastTest: test(3, false) }, true],
    [{ lastTest: test(7, true) }, /no test ran since the last edit.*"npm test"/],
    [{ lastTest: null }, /no test ran since the last edit/],
    [{ lastTest: test(9, false) }, /the last test run failed \(e9\)/],
    [{ lastTest: test(9, null) }, /e9\) does not show whether it passed/],
    [{ lastTest: null, testCommand: null }, false],
    [{ lastTest: test(9, null), testCommand: null }, false],
    [{ lastTest: test(9, false), testCommand: null }, /failed/],
    [{ lastTest: test(9, true), testCommand: null }, true],
    [{ lastTest: null, testCommand: null, broken: ['src/a.ts'] }, /src\/a\.ts does not parse/],
    [{ broken: ['src/a.ts'] }, true],
  ]
  for (const [change, expected] of rows) {
    const judged = proof({ ...STANDING, ...change })
    if (typeof expected === 'boolean') t.same(judged, { ok: true, proven: expected })
    else t.match(judged, { ok: false, message: expected })
  }
})

t.test('row 14: cites are checked first, for the task and for every hypothesis', async (t) => {
  for (const isTask of [true, false]) {
    t.match(mayResolve([], 'x', isTask, STANDING), {
      ok: false,
      message: /needs cites.*e9 \(all tests pass\)/,
    })
    t.match(mayResolve(['e1', 'e77', 'x'], 'x', isTask, STANDING), {
      ok: false,
      message: /cites e77, x, which/,
    })
    t.match(mayResolve(['e1'], 'x', isTask, STANDING), { ok: true, proven: true })
  }
  const untested = { ...STANDING, lastTest: null }
  t.ok(mayResolve(['e1'], 'x', false, untested).ok, 'a hypothesis needs no test')
  t.notOk(mayResolve(['e1'], 'x', true, untested).ok)
  t.match(mayResolve([], 'x', true, { ...STANDING, newest: [] }), { message: /none yet/ })
})

t.test('row 153: a claimed change must exist', async (t) => {
  const none = { ...STANDING, lastEdit: null, editedPaths: new Set<string>() }
  for (const summary of ['Fixed the bug', 'I have updated the parser.', 'Renamed x to y'])
    t.match(
      mayResolve(['e1'], summary, true, none),
      { ok: false, message: /no file was edited/ },
      summary,
    )
  for (const summary of [
    'Nothing was changed',
    'It is already fixed',
    'The file was added by an earlier commit',
    'The tests pass',
    'No fix is needed',
  ])
    t.ok(mayResolve(['e1'], summary, true, none).ok, summary)
  t.match(mayResolve(['e1'], 'Fixed src/b.ts', true, STANDING), {
    ok: false,
    message: /src\/b\.ts.*src\/a\.ts/,
  })
  for (const summary of [
    'Fixed ./src/a.ts',
    'Fixed src/a.ts as src/b.ts needs it',
    'Fixed a.ts',
    'Fixed version 1.2',
  ])
    t.ok(mayResolve(['e1'], summary, true, STANDING).ok, summary)
})

const QUESTIONS = [
  'what does this project do?',
  'What is in value.txt?',
  'why does the test fail?',
  'How many files are here',
  'explain the parser',
  'Please explain how the queue works.',
  'can you tell me what main.ts does?',
  'Could you summarize the README?',
  'describe the architecture',
  'list the endpoints',
  'hi',
  'thanks!',
  'which of the two is faster?',
  'Is this thread-safe?',
  'Tell me about libs/core. Who calls it?',
  'review src/a.ts',
  'does it handle errors?',
  'say hello',
  'show me the config',
  '2+2?',
  'who wrote this?',
  'compare a.ts and b.ts',
]
const WORK = [
  'fix the failing test',
  'Please fix the bug in src/a.ts',
  'can you add a flag?',
  'Could you please refactor the parser?',
  'What is wrong here? Fix it.',
  'The tests fail. Make them pass.',
  'The login page returns 401 for fresh tokens',
  'rename foo to bar',
  "let's implement the cache",
  'I want you to write a README',
  'We need to upgrade zod',
  'run the tests',
  'Explain the bug.\nThen fix it.',
  'Now also update the docs',
  'make sure that you remove the old code',
  'create hello.txt',
  'Some users get an error although their token is fresh.',
  'you should add tests',
  'change value.txt to two',
  'write a function that adds two numbers',
  'Translate the comments to English',
]

t.test('the first words of a task tell a question from work', async (t) => {
  for (const text of QUESTIONS) t.equal(asksOnly(text), true, text)
  for (const text of WORK) t.equal(asksOnly(text), false, text)
})

const INPUT: GuardInput = {
  reply: makeReply(),
  textOnly: true,
  question: false,
  judgement: { ok: true, proven: true },
  edited: false,
  openTodos: [],
  nudgesInARow: 0,
  edits: [],
  calls: [],
  reads: [],
  error: '',
  step: 5,
}

async function guard(name: string): Promise<(change: Partial<GuardInput>) => string | null> {
  const found = (await loadGuards()).find((one) => one.name === name)
  if (found === undefined) throw new Error(`no guard ${name}`)
  return (change) => found.watch?.({ ...INPUT, ...change }) ?? null
}

t.test('row 51: a reply that only announces work is corrected', async (t) => {
  const watch = await guard('said_not_done')
  t.match(watch({}), /Nothing was done yet/)
  t.equal(watch({ textOnly: false }), null)
  t.equal(watch({ question: true }), null)
  t.equal(watch({ nudgesInARow: LIMITS.nudgesInARow }), null)
  t.equal(watch({ judgement: { ok: false, message: 'not proven' } }), 'not proven')
  t.equal(watch({ judgement: { ok: false, message: 'x' }, nudgesInARow: 3 }), null)
  t.equal(watch({ edited: true }), null)
  const unproven = { edited: true, judgement: { ok: true, proven: false } as const }
  t.match(watch(unproven), /Nothing proves yet/)
  t.equal(watch({ ...unproven, nudgesInARow: LIMITS.nudgesUnproven }), null)
  t.match(watch({ openTodos: ['b', 'c'] }), /open items: b; c/)
  t.equal(watch({ openTodos: ['b'], question: true }), null)
})
