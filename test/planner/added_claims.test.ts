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
    'Fixed src/a.ts. README.md now describes add.',
    'Fixed src/a.ts. The change is pushed to origin/main.',
    'Fixed src/a.ts. The coverage is 100 %.',
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
  ])
    t.match(said(summary), { ok: true, proven: true }, summary)
  // No law of effects refuses them; that no row has their words leaves them unproven.
  for (const summary of [
    'Added a check for tests that are empty.',
    'Fixed. The browser shows the sum now.',
  ])
    t.match(said(summary), { ok: true, proven: false, law: 'wording' }, summary)
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
  const changes = [
    CHANGE,
    { path, before: "import { add } from 'a'\n", after: "import { sum } from 'a'\n" },
  ]
  const rows = [read, edit(7), edit(8, path), run(9, true)]
  const asked = 'rename add to sum in src/add.js and its test, and fix it'
  const over = { asked, changes, sessionChanges: changes }
  t.match(said('Renamed add in src/a.ts.', rows, over), { ok: true, proven: true })
})

t.test('failing tests do not stop a text, removed tests or an end that names them', async (t) => {
  const failed = run(9, false)
  const doc = [read, edit(8, 'README.md'), failed]
  t.match(
    said('I wrote README.md.', doc, {
      asked: 'write a README',
      changes: [{ ...CHANGE, path: 'README.md' }],
    }),
    {
      ok: true,
      proven: false,
      law: 'documents',
    },
  )
  const asked = 'remove the tests'
  t.match(
    said('I removed the tests as you asked.', [read, edit(), failed], { asked, testFiles: [] }),
    {
      ok: true,
      proven: false,
    },
  )
  const open = 'sub now subtracts. The test of add still fails; it failed before.'
  const rows = [read, edit(), failed]
  t.match(said(open, rows), { ok: false, message: /the last test run failed/ })
  t.match(said(open, rows, { refusals: 1 }), { ok: true, proven: false, grade: 'tests fail' })
  t.match(said('Fixed. All is well.', rows, { refusals: 9 }), { ok: false })
})

t.test('source that takes the assertions of the tests is no proof', async (t) => {
  for (const line of [
    "import * as assertMod from 'node:assert'",
    "const a = process.getBuiltinModule('node:assert')",
    "const a = await import('node:assert/strict')",
  ]) {
    const changes = [{ ...CHANGE, after: `${line}\n` }]
    const over = { changes, sessionChanges: changes }
    t.match(said('Fixed src/a.ts.', DONE, over), {
      ok: false,
      message: /changes what the tests check/,
    })
  }
})

t.test(
  'what is known of a change outside of the folder, or of a piped text, is said',
  async (t) => {
    const outside = row(2, 'shell_output', { command: 'cp a ~/b', exitCode: 0, outside: true })
    t.match(said('Copied a to b.', [read, outside], { asked: 'copy a to ~/b', refusals: 9 }), {
      ok: true,
      proven: false,
      reason: /outside of the folder/,
    })
    const piped = { wants: 'report', asked: 'what is this?\nWeb page.\nBye.\n' } as const
    const answer = { ...END, cites: null, summary: 'A page.' }
    t.match(judge(standing([], { ...piped }), answer), { ok: true, proven: false, isQuiet: true })
    const bare = judge(standing([], { ...piped, asked: 'what is this?' }), answer)
    t.match(bare, { ok: true, proven: false })
    t.notMatch(bare, { isQuiet: true })
  },
)

t.test('what a thing can do now is in a changed line', async (t) => {
  for (const [summary, line] of [
    ['Fixed src/a.ts. Heap is iterable.', '*[Symbol.iterator]() {}'],
    ['Fixed src/a.ts. Heap is serializable now.', 'toJSON() {}'],
    ['Fixed src/a.ts. Heap is comparable now.', 'compareTo(other) {}'],
    ['Fixed src/a.ts. load is cancellable now.', 'load({ signal }) {}'],
    ['Fixed src/a.ts. The search is case-insensitive now.', 'text.toLowerCase()'],
    ['Fixed src/a.ts. Negative amounts are rejected now.', 'if (amount < 0) throw'],
    ['Fixed src/a.ts. It is safe for concurrent use now.', 'await lock()'],
    ['Fixed src/a.ts. The query is safe against injection now.', 'escape(query)'],
  ] as const) {
    t.match(said(summary), { ok: false }, summary)
    const changes = [{ ...CHANGE, after: `b\n${line}\n` }]
    t.match(said(summary, DONE, { changes, sessionChanges: changes }), { ok: true }, line)
    const remark = [{ ...CHANGE, after: `b\n// ${line}\n` }]
    t.match(
      said(summary, DONE, { changes: remark, sessionChanges: remark }),
      { ok: false },
      summary,
    )
  }
  const every = 'Fixed src/a.ts. Every file has a header now.'
  t.match(said(every), { ok: true, proven: false, reason: /says something of every file/i })
})
