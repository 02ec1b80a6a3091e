import t from 'tap'
import { declinesTests, judge } from '#planner'
import { CHANGE, END, edit, read, row, run, standing } from '../kit/standing.js'

const end = (over: Partial<typeof END> = {}) => ({
  ...END,
  cites: ['e9'],
  summary: 'Done.',
  ...over,
})

t.test('a command that still runs and can write keeps a task unproven', async (t) => {
  const rows = [read, edit(7), run(9, true)]
  const judged = (running: string[], refusals = 0) =>
    judge(standing(rows, { running, refusals }), end())
  for (const command of [
    "sleep 9; sed -i 's/a/b/' src/a.ts",
    'sleep 9 && cp old.ts src/a.ts',
    'sleep 9; git checkout -q -- src',
    'while :; do cat old.ts > src/a.ts; done',
  ]) {
    t.match(judged([command]), { ok: false, message: /still runs in the background/ }, command)
    t.match(judged([command], 9), { ok: true, proven: false }, command)
  }
  for (const command of ['npm start', 'node server.js > server.log 2>&1', 'tail -f a.log'])
    t.match(judged([command]), { ok: true, proven: true }, command)
})

t.test('an answer of general knowledge is refused once for its missing cites', async (t) => {
  const judged = (refusals: number, rows = [row(1, 'decision')]) =>
    judge(standing(rows, { wants: 'report', asked: 'what is 409?', refusals }), {
      ...END,
      cites: [],
      summary: 'It means Conflict.',
    })
  t.match(judged(0), { ok: false, message: /answer in plain text/ })
  t.match(judged(1), { ok: true, proven: false, reason: 'the end cites no evidence' })
  // Where something was read, it has to be cited.
  t.match(judged(9, [read]), { ok: false })
})

t.test('a program that is missing is no failed test', async (t) => {
  const rows = [
    read,
    edit(7),
    { ...run(9, null), summary: 'unknown: npm test (a program is missing, exit 127)' },
  ]
  const judged = (summary: string, refusals = 0) =>
    judge(standing(rows, { refusals }), end({ summary }))
  t.match(judged('a uses b now.'), { ok: false, message: /a program is missing/ })
  t.match(judged('a uses b now. I could not run the tests.'), { ok: true, proven: false })
  t.match(judged('a uses b now.', 1), { ok: true, proven: false, grade: 'nothing checked' })
})

t.test('the end says that a part of the task was not done', async (t) => {
  const rows = [read, edit(7), run(9, true)]
  const judged = (summary: string) =>
    judge(standing(rows, { asked: 'fix src/a.ts and describe it in the README' }), end({ summary }))
  const open = 'a is fixed. I did not describe it in the README.'
  t.match(judged(open), { ok: true, proven: false, reason: /the end says that it was not done/ })
  const known = judged('a is fixed. The README already describes it.')
  t.match(known, { ok: true })
  t.notMatch(known, { reason: /not done/ })
})

t.test('the user may not want the tests to run, in each language', async (t) => {
  for (const asked of [
    'fix it. Do not run the tests, I will do that.',
    'fix it without running any tests',
    'korrigiere es, aber lass die Tests nicht laufen',
    'korrigiere es, ohne die Tests laufen zu lassen',
    "corrige-le, mais n'exécute pas les tests",
    'corrígelo sin ejecutar las pruebas',
    '修复它，不要运行测试',
    'исправь, но не запускай тесты',
  ])
    t.ok(declinesTests(asked), asked)
  for (const asked of [
    'fix it and run the tests',
    'no tests needed',
    'the tests do not run, fix it',
  ])
    t.notOk(declinesTests(asked), asked)
  const rows = [read, edit(7)]
  const judged = (asked: string) => judge(standing(rows, { asked }), end({ cites: ['e7'] }))
  t.match(judged('fix a. Do not run the tests.'), { ok: true, reason: /as the user asks/ })
  t.match(judged('fix a.'), { ok: false })
})

t.test('the laws about own tests, planted programs and long ends count alone', async (t) => {
  const rows = [read, edit(7), run(9, true)]
  const own = { path: 'test/a.test.js', before: null, after: 'test()\n' }
  t.match(judge(standing(rows, { changes: [own], refusals: 9 }), end()), {
    reason: 'the only tests are those that this task wrote',
  })
  const command = 'cp fake.js node_modules/tap/index.js'
  const planted = [read, edit(6), row(7, 'shell_output', { command, exitCode: 0 }), run(9, true)]
  t.match(judge(standing(planted, { refusals: 9 }), end()), { reason: /programs or settings/ })
  const long = end({ summary: `Done. ${'a is b. '.repeat(3_000)}` })
  t.match(judge(standing(rows, { refusals: 9 }), long), {
    reason: /only a part of it was compared/,
  })
})

t.test('what the task did to a test has its own words', async (t) => {
  const before = "test('adds', () => {\n  equal(add(1, 2), 3)\n})\n"
  const rows = [read, edit(7), run(9, true)]
  for (const [after, why] of [
    [null, 'it is deleted'],
    ['\n', 'it is emptied'],
    [before.replace('{\n', '{\n  test.skip()\n'), 'this is added: test.skip()'],
    [`${before}test.skip('later', () => {})\n`, "this is added: test.skip('later', () => {})"],
    [before.replace('3', '4'), 'a line is removed or changed: equal(add(1, 2), 3)'],
  ] as const) {
    const changes = [CHANGE, { path: 'test/a.test.js', before, after }]
    const judged = judge(standing(rows, { changes, sessionChanges: changes, refusals: 9 }), end())
    const reason = `the task changed its tests: test/a.test.js (${why})`
    t.match(judged, { proven: false, law: 'changed_tests', reason }, why)
  }
})
