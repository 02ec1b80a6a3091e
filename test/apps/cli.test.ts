import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type RecordedReply, VERSION } from '#core'
import { type FakeEndpoint, serveReplies } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram, type Program } from '../kit/program.js'

const FILES = { 'value.txt': 'one\n', 'check.sh': 'grep -q two value.txt\n' }
const CHECK = { AIRCODER_TEST_COMMAND: 'sh check.sh' }
const edit: [string, Record<string, unknown>] = [
  'patch_file',
  { path: 'value.txt', old_str: 'one', new_str: 'two' },
]
const check: [string, Record<string, unknown>] = ['run_command', { command: 'sh check.sh' }]
const REPAIR = [
  act(['read_file', { path: 'value.txt' }]),
  act(edit, check),
  act(['resolve', { cites: ['e2', 'e3'], summary: 'value.txt says two' }]),
]

interface Box extends Program {
  endpoint: FakeEndpoint
  /** Flags that a run against the endpoint needs. */
  at: string[]
}

async function open(t: Test, replies: RecordedReply[], files = FILES): Promise<Box> {
  const endpoint = await serveReplies(replies)
  t.teardown(() => endpoint.close())
  return { ...openProgram(t, files), endpoint, at: ['--base-url', endpoint.baseUrl, '-m', 'fake'] }
}

t.test('-p prints the answer alone; progress goes to standard error', async (t) => {
  const box = await open(t, [act(['read_file', { path: 'value.txt' }]), say('It says one.')])
  const { code, stdout, stderr } = await box.run(['-p', 'what does value.txt say?', ...box.at])
  t.equal(stdout, 'It says one.\n')
  t.equal(
    stderr,
    '› read value.txt\ndone after 2 steps · shown by what was read\n',
    'no bookkeeping without -v',
  )
  t.equal(code, 0)
  t.same(
    [...box.endpoint.asksPerStep()],
    [
      [1, 1],
      [2, 1],
    ],
  )
  t.notOk(stderr.includes('\u001b'), 'no colours without a terminal')
})

t.test('json prints one object, stream-json one a line in the order of the contract', async (t) => {
  const box = await open(t, REPAIR)
  const mode = ['--permission-mode', 'yolo']
  const task = 'make value.txt say two'
  const json = await box.run(['-p', task, ...box.at, ...mode, '--output-format', 'json'], {
    env: CHECK,
  })
  t.equal(json.code, 0)
  const [result, ...rest] = jsonLines(json.stdout)
  t.same(rest, [])
  t.match(result, {
    type: 'result',
    subtype: 'resolved',
    task: /^t_/,
    session: /^s_/,
    steps: 3,
    text: 'value.txt says two',
    proven: true,
    cites: ['e2', 'e3'],
    changes: [{ path: 'value.txt', added: 1, removed: 1 }],
    usage: { prompt_tokens: 0, completion_tokens: 0, reused_prefix_tokens: 0 },
    duration_ms: Number,
  })
  t.equal(readFileSync(join(box.cwd, 'value.txt'), 'utf8'), 'two\n')

  // The recorded reply cites e2 and e3, so it needs a ledger of its own.
  const other = await open(t, REPAIR)
  const streamed = await other.run(
    ['run', task, ...other.at, ...mode, '--output-format', 'stream-json'],
    { env: CHECK },
  )
  const lines = jsonLines(streamed.stdout)
  t.equal(
    lines.map(({ type }) => type).join(' '),
    'system assistant tool_call tool_result step assistant tool_call permission tool_result ' +
      'tool_call permission tool_result step assistant tool_call tool_result step result',
  )
  t.match(lines[0], { subtype: 'init', cwd: other.cwd, model: 'fake', tools: Array, mode: 'yolo' })
  t.same(
    lines.filter(({ type }) => type === 'step').map(({ number }) => number),
    [1, 2, 3],
  )
  t.match(lines.at(-1), { subtype: 'resolved', steps: 3 })
})

t.test('the prompt comes from the argument, standard input, or both', async (t) => {
  const box = await open(t, [say('Yes.')])
  const prompts: unknown[] = []
  for (const [words, input] of [
    [['what', 'is', 'it?'], ''],
    [[], 'what is piped?\n'],
    [['what does this say?'], 'some text'],
  ] as [string[], string][]) {
    const { code, stdout } = await box.run(['-p', ...words, ...box.at], { input })
    t.equal(`${code} ${stdout}`, '0 Yes.\n')
    const { messages } = JSON.parse(box.endpoint.asks.at(-1)?.body ?? '{}')
    prompts.push(messages[1].content.split('\n\nFolder')[0])
  }
  t.same(prompts, [
    'Task: what is it?',
    'Task: what is piped?',
    'Task: what does this say?\n\nStandard input:\n```\nsome text\n```',
  ])
  const none = await box.run(['-p', ...box.at])
  t.equal(none.code, 2)
  t.match(none.stderr, /^error: .*needs a prompt.*\nhint: /)
})

t.test(
  'a question about a piped text ends with its answer, whatever the text demands',
  async (t) => {
    const box = await open(t, [say('Two people have something to do.')])
    const input = 'Ada will fix the login by Friday. Bob must update the docs and run the tests.\n'
    const { code, stdout } = await box.run(['-p', 'summarise this', ...box.at], { input })
    t.match(stdout, 'Two people have something to do.')
    t.equal(code, 0)
    t.equal(
      box.endpoint.asks.filter(({ body }) => /Ada will fix/.test(body)).length,
      1,
      'it is asked once',
    )
    const { stdout: titles } = await box.run(['sessions', 'list', ...box.at])
    t.match(titles, /summarise this\s*$/, 'its title is the prompt')
  },
)

t.test('on loopback nothing but endpoint and model has to be named', async (t) => {
  const box = await open(t, [say('Yes.')])
  const env = { AIRCODER_BASE_URL: box.endpoint.baseUrl }
  t.equal((await box.run(['-p', 'is it so?'], { env })).code, 0, 'the first model is taken')
  t.equal(JSON.parse(box.endpoint.asks[0]?.body ?? '{}').model, 'fake')
  t.equal(box.endpoint.asks[0]?.headers.authorization, undefined, 'no token is invented')
  await box.run(['-p', 'is it so?', ...box.at], { env: { AIRCODER_TOKEN: 'tok' } })
  t.equal(
    box.endpoint.asks[1]?.headers.authorization,
    'Bearer tok',
    'a token beside --base-url is sent',
  )
})

t.test('each end has its exit code', async (t) => {
  const lazy = Array.from({ length: 4 }, () => say('It is done.'))
  const work = ['make value.txt say two']
  const failed = await open(t, [
    act(
      ['read_file', { path: 'value.txt' }],
      ['write_file', { path: 'value.txt', content: 'three\n' }],
      check,
    ),
    ...lazy,
  ])
  const yolo = ['--permission-mode', 'yolo']
  const ended = await failed.run(['-p', ...work, ...failed.at, ...yolo], { env: CHECK })
  t.match(ended, { code: 1, stdout: /^not done, the tests fail/ })

  const denied = await open(t, [act(edit), ...lazy])
  t.match(await denied.run(['-p', ...work, ...denied.at]), { code: 3, stderr: /denied \(mode\)/ })
  t.equal(readFileSync(join(denied.cwd, 'value.txt'), 'utf8'), 'one\n')

  const limit = await open(t, REPAIR)
  const stopped = await limit.run(['-p', ...work, ...limit.at, '--max-steps', '1'])
  t.match(stopped, { code: 4, stdout: /limit of 1 step is/ })

  const allowed = await open(t, REPAIR)
  // The test command of the settings needs no entry.
  const flags = ['--allow', 'write_file', '--allow', 'patch_file:value.txt']
  t.equal((await allowed.run(['-p', ...work, ...allowed.at, ...flags], { env: CHECK })).code, 0)

  const deny = await open(t, [act(['read_file', { path: 'value.txt' }]), say('It is protected.')])
  const guarded = await deny.run([
    '-p',
    'what does it say?',
    ...deny.at,
    ...yolo,
    '--deny',
    'value.*',
  ])
  t.match(guarded.stderr, /deny rule value\.\*/)
})

t.test('sessions and ledger: what a run leaves can be read, and only read', async (t) => {
  const box = await open(t, REPAIR)
  await box.run(['-p', 'make value.txt say two', ...box.at, '--permission-mode', 'yolo'], {
    env: CHECK,
  })
  const read = async (...args: string[]) => {
    const { code, stdout, stderr } = await box.run(args)
    t.equal(`${code} ${stderr}`, '0 ', args.join(' '))
    return stdout
  }
  const sessions = await read('sessions')
  t.match(sessions, /^s_\w+ {2}20\d\d-\d\d-\d\d \d\d:\d\d {2}1 task {2}make value\.txt say two\n$/)
  const session = sessions.split(' ')[0] ?? ''
  t.match(
    await read('sessions', 'show', session.slice(0, 12)),
    / {2}t_\w+ {2}resolved, proven {2}3 steps .*\n {4}-> value\.txt says two/,
  )
  const tasks = await read('ledger', 'tasks')
  t.match(tasks, /^t_\w+ {2}resolved, proven {2}3 steps {2}make value\.txt say two\n$/)
  const task = tasks.split(' ')[0] ?? ''
  // Row 20: the counts of a run.
  t.match(
    await read('ledger', 'show', task),
    /kept {6}3 evidence rows, 1 plan node, \d+ payload bytes in .*ledger\.sqlite\n/,
  )
  t.match(await read('ledger', 'show'), /e3 {2}step 2 {2}test_result {2}sh check\.sh/)
  t.match(await read('ledger', 'show', 'e2'), /^e2 {2}step 2 {2}edit_applied[\s\S]*-one\n\+two/)
  t.match(await read('ledger', 'search', 'value.txt'), /e1 {2}file_read {2}value\.txt/)
  const event = /^\S+Z {2}e3 {2}agent {2}evidence {2}success {2}- {2}test_result sh check\.sh/m
  t.match(await read('ledger', 'events'), event, 'row 29: what happened')
  t.match(
    await read('ledger', 'events', task, '--type', 'step', '--limit', '1'),
    /^\S+ {2}t_\w+\.\d+ {2}agent {2}step {2}\w+ {2}[\d.]+ s {2}.*\n$/,
  )
  const why = (await read('ledger', 'why', 'e3')).trimEnd().split('\n')
  t.equal(why.length, 5)
  t.match(why.at(-1), /^by \S+Z {2}s_\w+ {2}user {2}session/, 'row 31: the walk up')
  t.match(jsonLines(await read('ledger', 'why', 'e3', '--json'))[1], {
    type: 'step',
    actor: 'agent',
  })
  t.match(await box.run(['ledger', 'search', 'nowhere-to-be-found']), {
    code: 0,
    stdout: '',
    stderr: 'No row matches nowhere-to-be-found.\n',
  })
  t.match(await read('ledger', 'sql', 'SELECT count(*) AS n FROM evidence'), /^n\n3\n$/)
  t.match(await read('ledger', 'verify'), /^ok: /)
  const canonical = jsonLines(await read('ledger', 'export', '--canonical'))
  t.match(canonical[0], { type: 'task', task: 't1', status: 'resolved', cursor: 3 })
  t.ok(jsonLines(await read('ledger', 'export', task)).length > 5)
  t.equal(
    await read('ledger', 'tasks', '--base-url', 'http://x/v1', '-m', 'x', '--cwd', box.cwd),
    tasks,
  )

  for (const statement of [
    'DELETE FROM evidence',
    'SELECT 1; DROP TABLE evidence',
    'PRAGMA user_version = 3',
    "ATTACH 'x' AS y",
  ])
    t.match(
      await box.run(['ledger', 'sql', statement]),
      { code: 2, stderr: /^error: The statement was not run: .*\nhint: One read-only statement/ },
      statement,
    )
  t.match(await box.run(['ledger', 'show', 'e99']), {
    code: 2,
    stderr: /^error: The ledger has no entry e99/,
  })
  t.match(await box.run(['sessions', 'show', 's_nope']), {
    code: 2,
    stderr: /^error: No session matches/,
  })
  for (const args of [
    ['ledger', 'burn'],
    ['sessions', 'burn', 'x'],
    ['sessions', 'rm'],
    ['ledger', 'sql'],
    ['ledger', 'why'],
    ['ledger', 'events', '--type', 'chat'],
    ['ledger', 'search', 'x', '--limit', 'many'],
  ])
    t.equal((await box.run(args)).code, 2, args.join(' '))

  t.match(await box.run(['sessions', 'rm', session]), {
    code: 3,
    stderr: /^There is no terminal for the question: pass --yes to remove\.\n$/,
  })
  t.match(await read('sessions', 'rm', session, '--yes'), /^removed s_/)
  t.equal(await read('sessions'), '')
  const none = await box.run(['ledger', 'tasks'])
  t.match(none, { code: 0, stdout: '', stderr: /^No task of .* is stored\.\n$/ })
  t.match(await box.run(['undo']), { code: 0, stderr: /^No task of .* is stored\.\n$/ })
  t.equal(await read('ledger', 'show'), '')
})

t.test('what is kept is for the owner alone', async (t) => {
  const box = await open(t, [say('Yes.')])
  await box.run(['-p', 'is it so?', ...box.at])
  const project = join(box.data, 'projects', readdirSync(join(box.data, 'projects'))[0] ?? '')
  t.equal(statSync(project).mode & 0o777, 0o700)
  for (const name of readdirSync(project))
    t.equal(statSync(join(project, name)).mode & 0o777, 0o600, name)
  t.ok(existsSync(join(project, 'ledger.sqlite')))
})

t.test('a folder where nothing has run: lists say so, nothing is made', async (t) => {
  const box = openProgram(t, FILES)
  for (const args of [
    ['sessions'],
    ['ledger', 'tasks'],
    ['ledger', 'show'],
    ['ledger', 'export', '--canonical'],
    ['ledger', 'sql', 'SELECT 1'],
  ]) {
    const { code, stdout, stderr } = await box.run(args)
    t.equal(`${code} ${stdout}`, '0 ', args.join(' '))
    t.match(stderr, /^Nothing has run in .* yet\. The first task creates its ledger, .*\n$/)
  }
  for (const args of [
    ['sessions', 'show', 's_1'],
    ['sessions', 'rm', 's_1'],
    ['ledger', 'show', 't_1'],
  ])
    t.equal((await box.run(args)).code, 2, args.join(' '))
  t.notOk(existsSync(box.data))
})

t.test('help and version', async (t) => {
  const box = openProgram(t)
  t.same(await box.start(['--version']).ended, {
    code: 0,
    signal: null,
    stdout: `${VERSION}\n`,
    stderr: '',
  })
  const help = await box.start(['--help']).ended
  t.equal(help.code, 0)
  for (const flag of [
    '--print',
    '--continue',
    '--resume',
    '--model',
    '--base-url',
    '--permission-mode',
    '--allow',
    '--deny',
    '--max-steps',
    '--cwd',
    '--data-dir',
    '--output-format',
    '--no-color',
    '--verbose',
  ])
    t.match(help.stdout, flag)
  for (const args of [
    ['--nonsense'],
    ['run'],
    ['-p', 'x', '--max-steps', '0'],
    ['-p', 'x', '--output-format', 'xml'],
    ['resume', 'a', 'b'],
  ])
    t.equal((await box.run(args)).code, 2, args.join(' '))
})
