import { readFileSync } from 'node:fs'
import t from 'tap'
import { END_TEXTS, ERRORS, endOf, RUN_ENDS, type TaskResult } from '#core'
import { eventJson, resultJson } from '#terminal'
import { whyNothing } from '../../apps/cli/output/describe/describe_accept.js'
import { workFolder } from '../../apps/cli/settings/work_folder.js'

const USAGE = { promptTokens: 0, completionTokens: 0, reusedPrefixTokens: 0 }

type Given = Pick<TaskResult, 'subtype' | 'cause'> & Partial<TaskResult>

function resultWith(given: Given): TaskResult {
  return {
    taskId: 't_1',
    sessionId: 's_1',
    steps: 1,
    text: 'text',
    cites: [],
    changes: [{ path: 'a.ts', added: 1, removed: 0 }],
    usage: USAGE,
    durationMs: 1,
    rebuilds: { total: 0, early: 0 },
    proven: false,
    grade: 'nothing checked',
    reason: '',
    changedTests: [],
    ...given,
  } as TaskResult
}

/** The rows of docs/errors.md, cell by cell. */
const ROWS = readFileSync('docs/errors.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (run|start) /.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(/ \| /)
      .map((cell) => cell.replaceAll('`', '').trim()),
  )

/** Every end that a result can have: the code follows from it. */
const ENDS: [code: keyof typeof RUN_ENDS, given: Given][] = [
  ['RESOLVED', { subtype: 'resolved' }],
  ['NOTHING_DONE', { subtype: 'unproven', proven: false }],
  ['NOT_PROVEN', { subtype: 'resolved', proven: false, proofRequired: true }],
  ['TASK_FAILED', { subtype: 'failed' }],
  ['STALLED', { subtype: 'stalled' }],
  ['PERMISSION_DENIED', { subtype: 'denied' }],
  ['STEP_LIMIT', { subtype: 'limit' }],
  ['TIME_LIMIT', { subtype: 'limit', text: `${END_TEXTS.time} 5m is reached` }],
  ['ANSWER_MISFIT', { subtype: 'failed', text: `${END_TEXTS.misfit}: a: Required` }],
  ['NO_SPACE', { subtype: 'failed', text: `${END_TEXTS.disk}: a.js cannot be written.` }],
  ['INTERRUPTED', { subtype: 'interrupted' }],
  ['ENDPOINT_UNREACHABLE', { subtype: 'interrupted', cause: 'unreachable' }],
  ['ENDPOINT_BUSY', { subtype: 'interrupted', cause: 'busy' }],
  ['ENDPOINT_FAILING', { subtype: 'interrupted', cause: 'failing' }],
  ['ENDPOINT_NOT_API', { subtype: 'interrupted', cause: 'not_api' }],
  ['AUTH_REJECTED', { subtype: 'interrupted', cause: 'auth' }],
  ['ENDPOINT_REFUSES', { subtype: 'interrupted', cause: 'refused' }],
  ['WINDOW_CUT', { subtype: 'interrupted', cause: 'window' }],
  ['TASK_TOO_LONG', { subtype: 'interrupted', cause: 'task_too_long' }],
]

t.test(
  'docs/errors.md has one row for each end of a run, as its JSON result says it',
  async (t) => {
    const rows = ROWS.filter(([when]) => when === 'run')
    t.same(rows.map(([, code]) => code).sort(), Object.keys(RUN_ENDS).sort())
    t.same(ENDS.map(([code]) => code).sort(), Object.keys(RUN_ENDS).sort())
    for (const [code, given] of ENDS) {
      const [, , exit, subtype, , hint = ''] = rows.find((row) => row[1] === code) ?? []
      const said = hint.replaceAll('{task}', 't_1')
      const json = resultJson(resultWith(given)) as Record<string, unknown>
      t.match(json, { type: 'result', subtype, code, exit_code: Number(exit) }, code)
      t.equal(String(json.hint).replaceAll('`', ''), said, code)
      t.ok(code === 'RESOLVED' || said.length > 20, `${code} says what to do`)
      t.same(eventJson({ type: 'result', result: resultWith(given) }), json)
      t.equal(endOf(resultWith(given)).exit, Number(exit))
    }
  },
)

t.test('and one row for each error before a run, with the exit code of the contract', async (t) => {
  const rows = ROWS.filter(([when]) => when === 'start')
  t.same(rows.map(([, code]) => code).sort(), Object.keys(ERRORS).sort())
  for (const [, code = '', exit, subtype, message, hint] of rows) {
    const row = ERRORS[code as keyof typeof ERRORS]
    t.equal(Number(exit), row.exit, code)
    const isOther = code === 'INTERRUPTED' || code === 'INPUT_TOO_LATE'
    t.ok([1, 2, 5].includes(row.exit) || isOther, code)
    const ended = code === 'INTERRUPTED' ? 'interrupted' : 'limit'
    t.equal(subtype, isOther ? ended : 'failed', code)
    t.equal(message, row.message.replaceAll('`', ''), code)
    t.equal(hint, row.hint.replaceAll('`', ''), code)
  }
})

t.test('the hint of an unproven end names tests only where a file was changed', async (t) => {
  const given = { subtype: 'resolved', proven: false, proofRequired: true } as const
  t.match(endOf(resultWith(given)).hint, /run all tests.*aircoder accept t_1/)
  const { hint } = endOf(resultWith({ ...given, changes: [] }))
  t.match(hint, /^The reason says what is missing\. No file was changed/)
  t.notMatch(hint, /aircoder accept/)
})

t.test('the hint after a deny rule names no flag that cannot help', async (t) => {
  const rule =
    'A permission was missing: read_file: .env is protected by the deny rule .env. No mode allows it.'
  const asked = 'A permission was missing: run_command: Mode default asks before commands.'
  const hintFor = (...lines: string[]) =>
    endOf(resultWith({ subtype: 'denied', text: ['It cannot be read.', ...lines].join('\n') })).hint
  const only = hintFor(rule)
  t.match(only, /^No flag and no mode allows what a deny rule protects\. Do that part yourself/)
  t.match(only, /aircoder resume t_1/)
  t.notMatch(only, /--allow|then resume/)
  t.match(hintFor(rule, asked), /--allow TOOL:GLOB/, 'the other permission can be given')
  t.match(hintFor(), /--allow TOOL:GLOB/)
})

t.test('the hint of each place says what is wrong there', async (t) => {
  const row = { id: 't_1', proven: false } as const
  const said = (status: string) =>
    whyNothing({ ...row, status } as Parameters<typeof whyNothing>[0])
  t.equal(said('unproven'), 'The last task changed no file, so there is nothing to accept.')
  t.match(said('failed'), /ended as failed, and only the tests of a task that ended as done/)
  t.equal(said('resolved'), null)
  const cwd = '/none'
  const at = { code: 'NOT_A_FOLDER' }
  t.throws(() => workFolder({ cwd }), { ...at, hint: 'Pass an existing folder: --cwd DIR' })
  t.throws(() => workFolder({ cwd }, 'trust add DIR'), { ...at, hint: 'trust add DIR' })
})
