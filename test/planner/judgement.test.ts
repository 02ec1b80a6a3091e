import t from 'tap'
import { type EvidenceKind, type Json, LIMITS } from '#core'
import {
  type End,
  type FileChange,
  type GuardInput,
  judge,
  loadGuards,
  type Row,
  type Standing,
} from '#planner'
import { makeReply } from '../kit/ledger.js'

function row(
  number: number,
  kind: EvidenceKind,
  facts: Record<string, Json> = {},
  subject = 'x',
): Row {
  return { id: `e${number}`, number, kind, subject, summary: subject, facts }
}
const read = row(1, 'file_read', {}, 'src/a.ts')
const edit = (number = 8, path = 'src/a.ts') => row(number, 'edit_applied', {}, path)
const run = (number: number, passed: boolean | null, more: Record<string, Json> = {}) =>
  row(number, 'test_result', { passed, scope: 'all', ...more }, 'npm test')
const CHANGE: FileChange = { path: 'src/a.ts', before: 'a\n', after: 'b\n' }
const END: End = { cites: ['e1'], summary: 'x', isTask: true }

function standing(rows: Row[], over: Partial<Standing> = {}): Standing {
  const changes = over.changes ?? (rows.some(({ kind }) => kind === 'edit_applied') ? [CHANGE] : [])
  return {
    asked: 'fix src/a.ts',
    wants: 'change',
    triedEdit: false,
    rows,
    find: (id) => rows.find((one) => one.id === id) ?? (id === 'e50' ? 'foreign' : null),
    textOf: () => '',
    newest: ['e9 (all tests pass)', 'e8 (edited a.ts)'],
    broken: [],
    testCommand: 'npm test',
    checkTexts: ['npm test', 'node --test'],
    testFiles: ['test/a.test.js'],
    testInputs: new Map(),
    changes,
    sessionChanges: changes,
    accepted: new Set(),
    changedSince: [],
    restoredAfter: null,
    tree: null,
    openItems: [],
    refusals: 0,
    ...over,
  }
}

t.test(
  'row 15: a change is proven by a whole, passing test run that is newer than every change',
  async (t) => {
    const changed = { changes: [{ path: 'b.ts', added: 1, removed: 0 }] }
    const table: [string, Row[], Partial<Standing>, true | string | RegExp][] = [
      ['a newer run', [read, edit(), run(9, true)], {}, true],
      [
        'an older run',
        [read, run(7, true), edit()],
        {},
        /no test ran since the last edit.*"npm test"/,
      ],
      ['no run', [read, edit()], {}, /no test ran since the last edit/],
      ['a failed run', [read, edit(), run(9, false)], {}, /the last test run failed \(e9\)/],
      ['an unclear run', [read, edit(), run(9, null)], {}, /e9\) does not show whether it passed/],
      [
        'a partial run',
        [read, edit(), run(9, true, { scope: 'part', why: 'it sets PATH' })],
        {},
        /\(e9\) is partial: it sets PATH/,
      ],
      [
        'a partial run that the user named',
        [read, edit(), run(9, true, { scope: 'part', why: 'x' })],
        { asked: 'fix it so that `npm test` passes' },
        true,
      ],
      [
        'a whole and then a partial run',
        [read, edit(), run(9, true), run(10, true, { scope: 'part' })],
        {},
        true,
      ],
      [
        'a command that changed a file after it',
        [read, edit(), run(9, true), row(10, 'shell_output', changed)],
        {},
        /no test ran/,
      ],
      ['files that the run itself wrote', [read, edit(), run(9, true, changed)], {}, true],
      [
        'files that a partial run wrote',
        [read, edit(), run(9, true, { ...changed, scope: 'part' })],
        {},
        /no test ran/,
      ],
      [
        'an interrupted command after it',
        [read, edit(), run(9, true), row(10, 'shell_output', { interrupted: true })],
        {},
        /no test ran/,
      ],
      [
        'an unseen command after it',
        [read, edit(), run(9, true), row(10, 'shell_output', { unseen: true }, 'make x')],
        {},
        /no test ran/,
      ],
      [
        'an unseen look after it',
        [read, edit(), run(9, true), row(10, 'shell_output', { unseen: true }, 'git diff')],
        {},
        true,
      ],
      ['an undo after it', [read, edit(), run(9, true)], { restoredAfter: 9 }, /no test ran/],
      [
        'another tree',
        [read, edit(), run(9, true, { tree: 'a' })],
        { tree: 'b' },
        /files changed since the test run/,
      ],
      ['the same tree', [read, edit(), run(9, true, { tree: 'a' })], { tree: 'a' }, true],
      [
        'a background command',
        [read, edit(), run(9, true)],
        { changedSince: ['a.ts'] },
        /files changed since the last test run: a\.ts/,
      ],
      [
        'no tests in the project',
        [read, edit()],
        { testCommand: null, testFiles: [] },
        'the project has no tests',
      ],
      [
        'a broken file',
        [read, edit()],
        { testCommand: null, broken: ['src/a.ts'] },
        /src\/a\.ts does not parse/,
      ],
      [
        'a broken file that the tests accept',
        [read, edit(), run(9, true)],
        { broken: ['src/a.ts'] },
        true,
      ],
      [
        'documentation',
        [read, edit(8, 'README.md')],
        { changes: [{ path: 'README.md', before: 'a', after: 'b' }] },
        'only documentation changed, and no test ran after it',
      ],
      ['a sed without an edit tool', [read, row(8, 'shell_output', changed)], {}, /no test ran/],
      ['no change', [read], {}, 'the task asks for a change, and no file was changed'],
      [
        'no change, and the tests pass',
        [read, run(9, true)],
        { asked: 'make sure that a.ts works' },
        true,
      ],
      [
        'open items',
        [read, edit(), run(9, true)],
        { openItems: ['b', 'c'] },
        /open items remain: b; c/,
      ],
    ]
    for (const [name, rows, over, expected] of table) {
      const judged = judge(standing(rows, over), END)
      if (expected === true) t.match(judged, { ok: true, proven: true }, name)
      else if (typeof expected === 'string')
        t.match(judged, { ok: true, proven: false, reason: expected }, name)
      else t.match(judged, { ok: false, message: expected }, name)
    }
  },
)

t.test(
  'an end that lacks a proof is refused twice and then ends unproven; a failing one never ends',
  async (t) => {
    const untested = [read, edit()]
    t.notOk(judge(standing(untested, { refusals: 1 }), END).ok)
    const text = { ...END, cites: null }
    t.notOk(judge(standing(untested, { refusals: 3 }), text).ok, 'corrections in a row end a text')
    t.ok(judge(standing(untested, { refusals: LIMITS.nudgesLate }), text).ok)
    t.match(judge(standing(untested, { refusals: 2 }), END), {
      ok: true,
      proven: false,
      law: 'untested',
      grade: 'nothing checked',
      reason: /no test ran/,
    })
    t.notOk(judge(standing([read, edit(), run(9, false)], { refusals: 99 }), END).ok)
  },
)

t.test(
  'row 161: without tests the grade says what was checked instead, and never more',
  async (t) => {
    const graded = (facts: Record<string, Json>, command: string) =>
      judge(
        standing([read, edit(), row(9, 'shell_output', facts, command)], { testCommand: null }),
        END,
      )
    t.match(graded({ exitCode: 0 }, 'npx tsc --noEmit'), { grade: 'type-checked' })
    t.match(graded({ exitCode: 0 }, 'npx eslint .'), { grade: 'linted' })
    t.match(graded({ exitCode: 0 }, 'node --check src/a.ts'), { grade: 'parsed' })
    t.match(graded({ exitCode: 1 }, 'npx tsc --noEmit'), { grade: 'nothing checked' })
    t.match(graded({ exitCode: 0 }, 'npx tsc --noEmit || true'), { grade: 'nothing checked' })
    t.match(graded({ exitCode: 0 }, 'ls'), { grade: 'nothing checked' })
  },
)

t.test('row 14: cites are rows of this session, and not only notes', async (t) => {
  const note = row(2, 'decision')
  const rows = [read, note, edit(), run(9, true)]
  for (const isTask of [true, false]) {
    const cite = (...cites: string[]) => judge(standing(rows), { cites, summary: 'x', isTask })
    t.match(cite(), { ok: false, message: /needs cites.*e9 \(all tests pass\)/ })
    t.match(cite('e1', 'e77', 'x'), { ok: false, message: /cites e77, x, which/ })
    t.match(cite('e50'), { ok: false, message: /e50 of another session/ })
    t.match(cite('e2'), { ok: false, message: /only notes that you wrote/ })
    t.match(cite('e2', 'e1'), { ok: true, proven: true })
  }
  const untested = [read, edit()]
  t.ok(judge(standing(untested), { ...END, isTask: false }).ok, 'a hypothesis needs no test')
  t.match(judge(standing([], { newest: [] }), { ...END, cites: [] }), { message: /none yet/ })
})

t.test('row 153: a claimed change must exist, and so must a claimed test run', async (t) => {
  for (const summary of [
    'Fixed the bug',
    'I have updated the parser.',
    'Renamed x to y',
    'It is already fixed',
    'The bug was fixed.',
    'The file was added by an earlier commit',
    'The parser has been rewritten',
    'The function now returns 4',
    'Fixes the rounding',
    'It no longer crashes',
    'Everything is done.',
    'The tests pass',
    'All tests are green now',
    'The suite passed',
    '12 tests passed',
  ])
    t.match(
      judge(standing([read]), { ...END, summary }),
      { ok: false, message: /no file was edited|no test run of this task shows it/ },
      summary,
    )
  for (const summary of [
    'Nothing was changed',
    'No fix is needed',
    'The bug could be fixed by another check',
    'I did not change a file',
    'The tests do not pass',
  ])
    t.ok(judge(standing([read]), { ...END, summary }).ok, summary)
  const done = [read, edit(), run(9, true)]
  t.match(judge(standing(done), { ...END, summary: 'Fixed src/b.ts' }), {
    ok: false,
    message: /src\/b\.ts.*src\/a\.ts/,
  })
  for (const summary of [
    'Fixed ./src/a.ts',
    'Fixed src/a.ts as src/b.ts needs it',
    'Fixed a.ts',
    'Fixed version 1.2',
  ])
    t.ok(judge(standing(done), { ...END, summary }).ok, summary)
})

t.test(
  'an answer is proven by rows that hold what it says; only a claim of work is refused',
  async (t) => {
    const config = row(1, 'file_read', {}, 'config.json')
    const printed = row(2, 'shell_output', {}, 'echo "the port is 8080"')
    const texts: Record<string, string> = {
      e1: '{ "port": 9000, "host": "localhost" }',
      e2: 'the port is 8080',
    }
    const ask = (rows: Row[], summary: string, cites: string[] | null = null) =>
      judge(
        standing(rows, {
          asked: 'which port does the server use?',
          wants: 'report',
          textOf: (id) => texts[id] ?? '',
        }),
        { cites, summary, isTask: true },
      )
    t.match(ask([config], 'The port is `9000`.'), { proven: true, grade: 'read' })
    t.match(ask([config], 'The port is 9000.', ['e1']), { proven: true })
    t.match(ask([config], 'The port is 8080.'), { ok: true, proven: false, reason: /holds "8080"/ })
    t.match(ask([printed], 'The port is 8080.'), { ok: true, proven: false })
    t.match(ask([], 'The port is 9000.'), { ok: true, proven: false, reason: /nothing was read/ })
    t.match(ask([config], 'I fixed the port.'), { ok: true, proven: false, law: 'claims' })
    const claim = 'Done. I made the change and all tests pass.'
    t.match(ask([], claim), { ok: false, message: /the user asked for an answer/ })
    t.match(
      judge(standing([], { wants: 'report', refusals: 1 }), {
        ...END,
        cites: null,
        summary: claim,
      }),
      { ok: true, proven: false },
    )
    t.match(
      judge(standing([], { wants: 'report', sessionChanges: [CHANGE] }), {
        ...END,
        cites: null,
        summary: 'I changed src/a.ts.',
      }),
      { ok: true },
      'a question about earlier work',
    )
  },
)

t.test('what was asked to be done, and is only said to be done, is not proven', async (t) => {
  const log = row(2, 'shell_output', { command: 'git log --oneline', exitCode: 0 })
  const commit = row(3, 'shell_output', { command: 'git commit -am x', exitCode: 0 })
  const failed = run(4, false)
  const say = (summary: string, rows: Row[], over: Partial<Standing> = {}) =>
    judge(standing(rows, { wants: 'run', refusals: 9, ...over }), {
      cites: null,
      summary,
      isTask: true,
    })
  const question = { wants: 'report' } as const
  const LAWS = ['claims', 'effects', 'contradicted']
  const claims: [string, Row[], Partial<Standing>?][] = [
    ['I deployed the app to production and pushed the branch.', []],
    ['I committed the change as abc1234.', [read, log]],
    ['The server is restarted.', []],
    ['The commit init was pushed to the remote.', [log]],
    ['Removed cart.test.js.', [read]],
    ['Changed total in src/cart.js.', [read]],
    ['quantity works.', [failed], question],
    ['Yes: quantity is ok, test/cart.test.js is green.', [failed], question],
    ['All tests pass.', [failed], question],
    ['I pushed it.', [log], question],
  ]
  for (const [summary, rows, over] of claims)
    t.match(
      say(summary, rows, over),
      { ok: true, proven: false, law: new RegExp(LAWS.join('|')) },
      summary,
    )
  const honest: [string, Row[], Partial<Standing>?][] = [
    ['I committed the change.', [commit]],
    ['The server was not restarted.', [log]],
    ['The test quantity fails: 2 is not 4.', [failed], question],
    ['It was pushed by Ann on Monday.', [log], question],
    ['Removed in version 2.', [read], question],
  ]
  for (const [summary, rows, over] of honest) {
    const judged = say(summary, rows, over)
    t.notOk('law' in judged && LAWS.includes(judged.law), summary)
  }
})

const INPUT: GuardInput = {
  reply: makeReply(),
  textOnly: true,
  question: false,
  judgement: { ok: true, proven: true, grade: 'tested' },
  edited: false,
  openTodos: [],
  asked: 'fix src/a.ts',
  rows: [],
  firstRow: 9,
  plan: [],
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
  const late = { step: LIMITS.nudgesLateSteps + 1 }
  t.match(watch({ ...late, nudgesInARow: LIMITS.nudgesInARow }), /Nothing/, 'it worked before')
  t.equal(watch({ ...late, nudgesInARow: LIMITS.nudgesLate }), null)
  t.equal(watch({ judgement: { ok: false, message: 'not proven' } }), 'not proven')
  t.equal(watch({ judgement: { ok: false, message: 'x' }, nudgesInARow: 3 }), null)
  t.equal(watch({ edited: true }), null)
  const doubt = { law: 'untested', grade: 'parsed', reason: 'x', tests: [] } as const
  const unproven = { edited: true, judgement: { ok: true, proven: false, ...doubt } as const }
  t.match(watch(unproven), /Nothing proves yet/)
  t.equal(watch({ ...unproven, nudgesInARow: LIMITS.nudgesUnproven }), null)
  t.match(watch({ openTodos: ['b', 'c'] }), /open items: b; c/)
  t.equal(watch({ openTodos: ['b'], question: true }), null)
})

t.test('a run that leaves out tests of an earlier run proves nothing', async (t) => {
  const all = run(3, false, { tests: 3 })
  const judged = (proof: Row, over: Partial<Standing> = {}) => {
    const rows = [read, all, edit(), proof]
    return judge(standing(rows, { refusals: 9, ...over }), { ...END, cites: [proof.id] })
  }
  t.match(judged(run(9, true, { tests: 3 })), { proven: true })
  t.match(judged(run(9, true, { tests: 2 })), {
    proven: false,
    reason: 'the test run (e9) ran 2 tests, and an earlier run 3',
  })
  t.match(judged({ ...run(9, true, { tests: 2 }), subject: 'npm run unit' }), { proven: true })
  const removed = { path: 'test/a.test.js', before: 'a\nb\n', after: 'a\n' }
  const asked = 'remove the test b and update the tests'
  t.match(judged(run(9, true, { tests: 2 }), { asked, changes: [removed, CHANGE] }), {
    proven: true,
  })
})

t.test('tests of one language prove nothing about a file of another one', async (t) => {
  const changes = [{ path: 'calc.py', before: 'a\n', after: 'b\n' }]
  const testFiles = ['test/a.test.js', 'test_calc.py']
  const judged = (rows: Row[], over: Partial<Standing> = {}) =>
    judge(standing(rows, { refusals: 9, changes, testFiles, ...over }), { ...END, cites: ['e9'] })
  const npm = run(9, true)
  t.match(judged([read, edit(8, 'calc.py'), npm]), {
    proven: false,
    reason: 'calc.py was changed, and no test of Python ran (test_calc.py)',
  })
  const unittest = { ...run(10, true), subject: 'python3 -m unittest' }
  t.match(judged([read, edit(8, 'calc.py'), npm, unittest]), { proven: true })
  const both = { checkTexts: ['npm test', 'node --test && pytest'] }
  t.match(judged([read, edit(8, 'calc.py'), npm], both), { proven: true })
  t.match(judged([read, edit(8, 'calc.py'), npm], { testFiles: ['test/a.test.js'] }), {
    proven: true,
  })
})
