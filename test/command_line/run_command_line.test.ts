import t, { type Test } from 'tap'
import { refuseLoneWord, runCommandLine } from '#command_line'
import { AircoderError, ERRORS, type ErrorCode } from '#core'
import { buildProgram as buildCli } from '../../apps/cli/program.js'
import { buildProgram as buildProxy } from '../../apps/proxy/program.js'

/** Runs a command line in this process. @returns its exit code and what it printed */
async function run(t: Test, program: ReturnType<typeof buildProxy>, words: string[]) {
  const out = t.capture(process.stdout, 'write', () => true)
  const err = t.capture(process.stderr, 'write', () => true)
  try {
    const code = await runCommandLine(program, words)
    const text = (calls: { args: unknown[] }[]) => calls.map(({ args }) => String(args[0])).join('')
    return { code, stdout: text(out()), stderr: text(err()) }
  } finally {
    out.restore()
    err.restore()
  }
}

/** Command line, the code of its error, what its first line says, and the form that is right. */
const REFUSED: [words: string, code: ErrorCode, what: RegExp, hint: RegExp][] = [
  ['leger verify', 'UNKNOWN_COMMAND', /Did you mean `aircoder ledger`/, /put them in quotes/],
  ['--deny x ledger tasks', 'UNKNOWN_OPTION', /ledger tasks` has no option --deny/, /--help/],
  ['run x --bse-url y', 'UNKNOWN_OPTION', /--bse-url\. Did you mean --base-url\?/, /--help/],
  ['ledger verify FILE', 'STRAY_ARGUMENT', /does not use the word FILE/, /aircoder ledger verify/],
  ['egress 5', 'STRAY_ARGUMENT', /word 5/, /aircoder egress/],
  ['run', 'MISSING_ARGUMENT', /`aircoder run` needs the argument <task>/, /<task\.\.\.>/],
  ['run x --model', 'OPTION_INVALID', /--model: the value is missing/, /--model <id>/],
  [
    'run x --model --deny y',
    'OPTION_INVALID',
    /--model: a value is missing in front of --deny/,
    /--model/,
  ],
  ['--model= run x', 'OPTION_INVALID', /the value is empty/, /--model <id>/],
  [
    'run x --max-steps 0',
    'OPTION_INVALID',
    /--max-steps 0: it must be a whole number/,
    /--max-steps <n>/,
  ],
  [
    'run x --wait soon',
    'OPTION_INVALID',
    /--wait soon: it must be a duration/,
    /--wait <duration>/,
  ],
  ['run x --permission-mode plna', 'OPTION_INVALID', /Did you mean plan\?/, /--permission-mode/],
  [
    'undo --turn --to 3',
    'OPTION_INVALID',
    /--turn: it cannot be used with --to/,
    /Pass --turn or --to\./,
  ],
  ['run x --verbose=3', 'OPTION_INVALID', /--verbose=3: it takes no value/, /--verbose/],
  ['--print=yes x', 'OPTION_INVALID', /--print=yes: it takes no value/, /--print/],
  ['run x -r=', 'OPTION_INVALID', /-r=: a short option takes its value without =/, /--resume/],
  ['mcp add x y', 'UNKNOWN_COMMAND', /no command mcp\. .*no MCP servers/, /aircoder run/],
  ['auth login', 'UNKNOWN_COMMAND', /no command auth\. .*aircoder login/, /aircoder run/],
  ['acp', 'UNKNOWN_COMMAND', /no command acp\./, /aircoder run/],
  ['help nosuch', 'UNKNOWN_COMMAND', /no command nosuch/, /--help/],
  ['help run fix', 'STRAY_ARGUMENT', /does not use the word fix/, /run --help/],
  ['--help nosuch', 'STRAY_ARGUMENT', /does not use the word nosuch/, /--help/],
  ['--version --verbose', 'STRAY_ARGUMENT', /does not use the word --verbose/, /--version/],
  ['--version run', 'STRAY_ARGUMENT', /does not use the word run/, /--version/],
  [
    'run x -c -r s_1',
    'OPTION_INVALID',
    /--resume: it cannot be used with --continue/,
    /Pass --resume or/,
  ],
]

/** Ends of a run that are no failure. */
const SUBTYPES: Partial<Record<ErrorCode, string>> = {
  INTERRUPTED: 'interrupted',
  INPUT_TOO_LATE: 'limit',
}

t.test('each refusal says what is wrong and the right form, and ends with 2', async (t) => {
  for (const [words, code, what, hint] of REFUSED) {
    const plain = await run(
      t,
      buildCli(() => {}),
      words.split(' '),
    )
    t.equal(plain.code, 2, words)
    t.equal(plain.stdout, '', words)
    t.match(plain.stderr, /^error: .*\nhint: .*\n$/, words)
    const [error = '', advice = ''] = plain.stderr.split('\n')
    t.match(error, what, words)
    t.match(advice, hint, words)
    const json = await run(
      t,
      buildCli(() => {}),
      [...words.split(' '), '--output-format=json'],
    )
    const lines = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    t.equal(lines.length, 1, words)
    t.match(lines[0], { type: 'result', subtype: 'failed', exit_code: 2, hint: String, task: null })
    if (code !== 'MISSING_ARGUMENT' && code !== 'STRAY_ARGUMENT') continue
    t.match(lines[0].code, /^[A-Z_]+$/)
  }
})

t.test('aircoder-proxy has the same refusals', async (t) => {
  for (const [words, what] of [
    ['serv', /Did you mean `aircoder-proxy serve`/],
    ['token ad bob', /Did you mean `aircoder-proxy token add`/],
    ['token add', /needs the argument <name>/],
    ['token revoke a b', /does not use the word b/],
    ['--prot 1 serve', /has no option --prot/],
  ] as [string, RegExp][]) {
    const ran = await run(t, buildProxy(), words.split(' '))
    t.equal(ran.code, 2, words)
    t.match(ran.stderr, what, words)
    t.match(ran.stderr, /^error: .*\nhint: .*\n$/, words)
  }
})

t.test(
  'every error of the table ends as one JSON result with its code, exit code and hint',
  async (t) => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const error = new AircoderError(code, { reason: 'a reason', path: '/a' })
      const program = buildProxy()
      program
        .command('fail')
        .option('--json')
        .action(() => Promise.reject(error))
      const { code: exit, stdout, stderr } = await run(t, program, ['fail', '--json'])
      t.equal(exit, ERRORS[code].exit, code)
      t.match(JSON.parse(stdout), {
        subtype: SUBTYPES[code] ?? 'failed',
        code,
        exit_code: exit,
        text: error.message,
        hint: error.hint,
      })
      t.equal(stderr.split('\n')[0], `error: ${error.message}`)
    }
    const program = buildProxy()
    program
      .command('fail')
      .option('--json')
      .action(() => Promise.reject(new Error('a bug')))
    const bug = await run(t, program, ['--json', 'fail'])
    t.equal(bug.code, 1)
    t.match(JSON.parse(bug.stdout), { code: 'INTERNAL', text: 'a bug', hint: /bug in aircoder/ })
  },
)

t.test('an argument of spaces or of nothing is missing', async (t) => {
  for (const words of [
    ['run', ''],
    ['run', ' ', ''],
    ['resume', ''],
    ['ledger', 'show', ' '],
    ['ledger', 'sql', ''],
  ]) {
    const { code, stderr } = await run(
      t,
      buildCli(() => {}),
      words,
    )
    t.equal(code, 2, words.join(' '))
    t.match(stderr, /^error: .* needs /, words.join(' '))
  }
})

t.test('help with a usable command line is still help', async (t) => {
  for (const words of [
    ['help', 'run'],
    ['run', 'x', '--help'],
    ['--help', 'run'],
    ['--no-color', '--help'],
  ]) {
    const { code } = await run(
      t,
      buildCli(() => {}),
      words,
    )
    t.equal(code, 0, words.join(' '))
  }
})

t.test('the help of a group shows all its commands', async (t) => {
  for (const words of [
    ['sessions', '--help'],
    ['help', 'sessions'],
    ['--help', 'trust'],
  ]) {
    const { code, stdout } = await run(
      t,
      buildCli(() => {}),
      words,
    )
    t.equal(code, 0, words.join(' '))
    t.match(stdout, /Commands:\n {2}list /, words.join(' '))
  }
  for (const [program, words, first] of [
    [buildCli(() => {}), ['ledger'], 'tasks'],
    [buildCli(() => {}), ['--cwd', '/tmp', 'inspect'], 'parse'],
    [buildProxy(), [], 'serve'],
  ] as const) {
    const alone = await run(t, program, [...words])
    t.equal(alone.code, 2, 'a command is missing')
    t.equal(alone.stdout, '', 'nothing that a script could take for an answer')
    t.match(alone.stderr, new RegExp(`Commands:\\n {2}${first} `), words.join(' '))
  }
})

t.test('a lone word where nobody is present is no task, a sentence is one', (t) => {
  for (const word of ['statsu', ' ledgr ', 'a.b'])
    t.throws(() => refuseLoneWord(word), { code: 'UNKNOWN_COMMAND' }, word)
  for (const task of ['fix it', '修复测试', '2+2?'])
    t.doesNotThrow(() => refuseLoneWord(task), task)
  t.end()
})
