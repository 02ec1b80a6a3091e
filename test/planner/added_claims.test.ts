import t from 'tap'
import { judge, type Row, type Standing } from '#planner'
import { CHANGE, END, edit, read, row, run, standing } from '../kit/standing.js'

const shell = (number: number, command: string) =>
  row(number, 'shell_output', { command, exitCode: 0 }, command)
const DONE = [read, edit(), run(9, true, { tests: 2, command: 'npm test' })]

function said(summary: string, rows: Row[] = DONE, over: Partial<Standing> = {}) {
  return judge(standing(rows, over), { ...END, summary })
}

t.test('what a summary adds to a proven change is in the rows too', async (t) => {
  for (const summary of [
    'Fixed src/a.ts. I also updated the README.',
    'Fixed src/a.ts and added a regression test.',
    'Fixed. A regression test was added.',
    'Fixed src/a.ts; the changelog is up to date.',
    'Fixed. Wrote two new unit tests for it.',
    'Fixed src/a.ts. The documentation has been extended.',
    'Fixed src/a.ts and deployed it to production.',
    'Fixed. I ran the linter: no problems.',
    'Fixed. I ran the type checker.',
    'Fixed. Verified in the browser.',
    'Fixed. I tested it manually in Chrome.',
    'Fixed src/a.ts. All 3 tests pass.',
    'Fixed: 12 tests passed',
  ])
    t.match(said(summary), { ok: false }, summary)
  for (const summary of [
    'Fixed src/a.ts. Both tests pass.',
    'Fixed src/a.ts. All 2 tests pass.',
    'Fixed src/a.ts to make the tests pass.',
    'Updated add so that the test passes.',
    'Fixed. The README was not changed.',
    'Fixed src/a.ts. You may want to update the changelog.',
    'Fixed src/a.ts, as the README says.',
    'Added a check for tests that are empty.',
    'Fixed. The browser shows the sum now.',
  ])
    t.match(said(summary), { ok: true, proven: true }, summary)
})

t.test('the same words are true with their rows', async (t) => {
  const also = (path: string, after = 'b\n') => {
    const changes = [CHANGE, { path, before: null, after }]
    return { changes, sessionChanges: changes }
  }
  const rows = (path: string) => [
    read,
    edit(7),
    edit(8, path),
    run(9, true, { tests: 2, command: 'npm test' }),
  ]
  const readme = 'Fixed src/a.ts and updated the README.'
  t.match(said(readme, rows('README.md'), also('README.md')), { ok: true })
  const test = 'Fixed src/a.ts. A regression test was added.'
  t.match(said(test, rows('test/b.test.js'), also('test/b.test.js')), { ok: true })
  const inline = also('src/b.rs', 'fn a() {}\n#[test]\nfn adds() {}\n')
  t.match(said(test, rows('src/b.rs'), inline), { ok: true }, 'tests in the source')
  const linted = [read, edit(), shell(9, 'npx eslint src'), run(10, true)]
  t.match(said('Fixed. I ran the linter: no problems.', linted), { ok: true })
  const scripted = [read, edit(), shell(9, 'npm run lint'), run(10, true)]
  t.match(said('Fixed. I ran the linter.', scripted), { ok: true })
  const deployed = [read, edit(), run(9, true), shell(10, 'npm run deploy')]
  t.match(said('Fixed src/a.ts and deployed it.', deployed), { ok: true })
})

t.test('a task that asks for a test has one', async (t) => {
  const asked = 'fix add and add a test for negative numbers'
  const without = said('Fixed src/a.ts.', DONE, { asked })
  t.match(without, { ok: false, message: /asks for a test, and none was written/ })
  t.match(said('Fixed src/a.ts.', DONE, { asked, refusals: 5 }), {
    ok: true,
    proven: false,
    reason: 'the task asks for a test, and none was written',
  })
  for (const other of [
    'fix src/a.ts so that the tests pass',
    'add a test command to package.json',
    'add a test user to src/a.ts',
    'fix src/a.ts, do not add tests',
    'write a function that tests the port',
  ])
    t.match(said('Fixed src/a.ts.', DONE, { asked: other }), { ok: true, proven: true }, other)
})

t.test('the words of the user accept a new name in the tests, also after a path', async (t) => {
  const path = 'test/a.test.js'
  const changes = [CHANGE, { path, before: "import { add } from 'a'\n", after: 'import\n' }]
  const rows = [read, edit(7), edit(8, path), run(9, true)]
  const asked = 'rename add to sum in src/add.js and its test, and fix it'
  const over = { asked, changes, sessionChanges: changes }
  t.match(said('Renamed add in src/a.ts.', rows, over), { ok: true, proven: true })
})
