import t from 'tap'
import { type Json, LIMITS } from '#core'
import { type GuardInput, gradeNote, judge, loadGuards, type Row, type Standing } from '#planner'
import { makeReply } from '../kit/ledger.js'
import { CHANGE, END, edit, read, row, run, standing } from '../kit/standing.js'

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
  'an end that lacks a proof is refused once and then ends unproven; a failing one never ends',
  async (t) => {
    const untested = [read, edit()]
    t.notOk(judge(standing(untested), END).ok)
    const text = { ...END, cites: null }
    t.notOk(judge(standing(untested, { refusals: 3 }), text).ok, 'corrections in a row end a text')
    t.ok(judge(standing(untested, { refusals: LIMITS.nudgesLate }), text).ok)
    t.match(judge(standing(untested, { refusals: 1 }), END), {
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
    const reason = 'the project has no tests'
    t.equal(gradeNote({ grade: 'linted', reason }), `linted, but ${reason}`)
    t.equal(gradeNote({ grade: 'tests fail', reason }), `tests fail: ${reason}`)
  },
)

t.test('row 14: cites are rows of this session, and not only notes', async (t) => {
  const note = row(2, 'decision')
  const rows = [read, note, edit(), run(9, true)]
  for (const isTask of [true, false]) {
    const cite = (...cites: string[]) => judge(standing(rows), { cites, summary: 'x', isTask })
    t.match(cite(), { ok: false, message: /needs cites.*e9 \(all tests pass\)/ })
    t.match(cite('e1', 'e77', 'x'), { ok: false, message: /cites e77, x, which/ })
    t.match(cite('e50'), { ok: false, message: /e50 of another task/ })
    t.match(cite('e2'), { ok: false, message: /only notes that you wrote/ })
    t.match(cite('e2', 'e1'), { ok: true, proven: true })
  }
  const untested = [read, edit()]
  t.ok(judge(standing(untested), { ...END, isTask: false }).ok, 'a hypothesis needs no test')
  t.match(judge(standing([], { newest: [] }), { ...END, cites: [] }), { message: /none yet/ })
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
  const noTests = { ...doubt, reason: 'the project has no tests' }
  const judgement = { ok: true, proven: false, ...noTests } as const
  const says = (text: string) =>
    watch({ edited: true, judgement, reply: { ...INPUT.reply, text } as GuardInput['reply'] })
  t.match(says('The bound is checked now.'), /Nothing proves yet/)
  t.equal(says('The bound is there. It is neither compiled nor tested.'), null, 'it says so itself')
  t.equal(says('timeout=10. More was not checked, because there are no tests.'), null)
  t.equal(says('Ein Limit ist da. Es ist nicht getestet.'), null, 'in another language')
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
