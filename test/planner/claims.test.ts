import t from 'tap'
import { judge, type Row, type Standing } from '#planner'
import { CHANGE, END, edit, read, row, run, standing } from '../kit/standing.js'

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
    t.match(ask([config], 'The port is 8080.'), {
      ok: true,
      proven: false,
      reason: /contains "8080"/,
    })
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

t.test('a record in a file may be closed by an edit, an issue elsewhere may not', async (t) => {
  const before = 'a\nticket T-4 of pebble is open\n'
  const change = { path: 'data/pebble.txt', before, after: before.replace('open', 'closed') }
  const end = (over: Partial<Standing>) =>
    judge(standing([edit(1, 'data/pebble.txt'), run(9, true)], over), {
      ...END,
      cites: ['e9'],
      summary: 'All tickets are closed.',
    })
  t.match(end({ changes: [change] }), { ok: true, proven: true })
  const other = { ok: false, message: /changed in the repository/ }
  t.match(end({ changes: [{ ...change, after: 'a\n' }] }), other)
  t.match(end({ changes: [CHANGE] }), other)
  const note = { path: 'notes.md', before: null, after: 'ticket T-4 is closed\n' }
  t.match(end({ changes: [note] }), other, 'a text that says it is no record that was changed')
})

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
