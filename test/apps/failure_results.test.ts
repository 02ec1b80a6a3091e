import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ERRORS, type ErrorCode } from '#core'
import {
  type Act,
  chunk,
  errorAct,
  serveReplies,
  startEndpoint,
  stream,
  streamed,
  webPage,
} from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram } from '../kit/program.js'

const JSON_FORMAT = ['--output-format', 'json']

t.test('what fails before a run begins ends in one JSON result', async (t) => {
  const box = openProgram(t, { 'a.txt': 'x\n' })
  const endpoint = await serveReplies([say('Yes.')])
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl]
  const cases: [code: ErrorCode, words: string[]][] = [
    ['UNKNOWN_OPTION', ['--dney', 'x', 'run', 'is it so?']],
    ['OPTION_INVALID', ['run', 'is it so?', '--base-url', 'localhost:9911']],
    ['OPTION_INVALID', ['run', 'is it so?', ...at, '--allow', 'raed_file']],
    ['OPTION_INVALID', ['run', 'is it so?', ...at, '--deny', 'run_command:rm']],
    ['DATA_DIR_UNUSABLE', ['run', 'is it so?', ...at, '--data-dir', 'a.txt']],
    ['DATA_DIR_UNUSABLE', ['run', 'is it so?', ...at, '--data-dir', '/proc/none/data']],
    ['NOT_A_FOLDER', ['--cwd', 'none', 'run', 'is it so?', ...at]],
    ['OPTION_INVALID', ['run', 'is it so?', ...at, '--wait', '5']],
    ['MODEL_MISSING', ['run', 'is it so?', ...at, '-m', 'none']],
    ['ENDPOINT_UNREACHABLE', ['run', 'is it so?', '--base-url', 'http://127.0.0.1:9/v1']],
    ['NOTHING_TO_RESUME', ['resume', ...at]],
    ['NO_SUCH_SESSION', ['-p', 'is it so?', ...at, '-r', 's_none']],
  ]
  for (const [code, words] of cases) {
    const ran = await box.run([...words, ...JSON_FORMAT])
    const name = words.join(' ')
    t.equal(ran.code, ERRORS[code].exit, `${name}: ${ran.stderr}`)
    const [line, ...rest] = jsonLines(ran.stdout)
    t.same(rest, [], name)
    t.match(
      line,
      { type: 'result', subtype: 'failed', code, exit_code: ran.code, hint: /\w+/ },
      name,
    )
    t.notMatch(ran.stderr, /\n\s+at /, 'no stack')
  }
  t.notOk(existsSync(join(box.cwd, 'none')))
})

t.test('what fails during a run ends in one JSON result too', async (t) => {
  const box = openProgram(t)
  const page = await startEndpoint(() => webPage())
  const shut = await startEndpoint(() => errorAct(401, { message: 'no' }))
  const busy = await startEndpoint(() => errorAct(503, { message: 'loading model' }))
  const loops = await serveReplies([
    act(['list_dir', { path: '.' }]),
    act(['list_dir', { path: '.' }]),
  ])
  for (const each of [page, shut, busy, loops]) t.teardown(() => each.close())
  for (const [endpoint, more, result] of [
    [page, [], { code: 'ENDPOINT_NOT_API', exit_code: 5, hint: /the path of --base-url/ }],
    [shut, [], { code: 'AUTH_REJECTED', exit_code: 5, hint: /aircoder login.*AIRCODER_TOKEN/ }],
    [busy, [], { code: 'ENDPOINT_BUSY', exit_code: 5, hint: /longer --wait.*aircoder resume t_/ }],
    [
      loops,
      ['--max-steps', '1'],
      { code: 'STEP_LIMIT', subtype: 'limit', exit_code: 4, hint: /--max-steps/ },
    ],
  ] as const) {
    const ran = await box.run([
      'run',
      'fix it',
      '--base-url',
      endpoint.baseUrl,
      ...more,
      ...JSON_FORMAT,
    ])
    const lines = jsonLines(ran.stdout)
    t.equal(lines.length, 1, result.code)
    t.match(lines[0], { type: 'result', task: /^t_/, ...result })
    t.equal(ran.code, result.exit_code)
  }
})

t.test(
  'what fails after a step ends in one JSON result that counts it, also as a stream',
  async (t) => {
    const box = openProgram(t, { 'a.txt': 'x\n' })
    const cases: [act: Act, format: 'json' | 'stream-json', result: Record<string, unknown>][] = [
      [webPage(), 'stream-json', { code: 'ENDPOINT_NOT_API', hint: /the path of --base-url/ }],
      [errorAct(401, { message: 'no' }), 'json', { code: 'AUTH_REJECTED', hint: /aircoder login/ }],
      [
        { ...stream(chunk({ content: 'It sa' })), end: 'die' },
        'stream-json',
        { code: 'ENDPOINT_FAILING', hint: /aircoder resume t_/ },
      ],
    ]
    for (const [failure, format, result] of cases) {
      const endpoint = await startEndpoint(({ step }) =>
        step === 1 ? streamed(act(['read_file', { path: 'a.txt' }])) : failure,
      )
      const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--output-format', format]
      const ran = await box.run(['run', 'what does a.txt say?', ...at])
      await endpoint.close()
      const lines = jsonLines(ran.stdout)
      const ends = lines.filter(({ type }) => type === 'result')
      t.equal(ends.length, 1, `${result.code}: ${ran.stderr}`)
      t.equal(lines.at(-1), ends[0], 'it is the last line')
      t.match(ends[0], { subtype: 'interrupted', task: /^t_/, exit_code: 5, ...result })
      t.ok(Number(ends[0]?.steps) >= 1, 'the step before is counted')
      t.equal(ran.code, 5)
      t.notMatch(ran.stderr, /\n\s+at /)
    }
  },
)

t.test('login stores an endpoint and its token once the endpoint accepts them', async (t) => {
  const box = openProgram(t)
  const endpoint = await serveReplies([say('Yes.')])
  t.teardown(() => endpoint.close())
  const path = join(box.home, '.config', 'aircoder', 'config.json')
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '{"maxSteps": 7}')
  const words = ['--base-url', endpoint.baseUrl, 'login']
  const { code, stdout, stderr } = await box.run(words, { input: 'tok-secret\n' })
  t.equal(code, 0, stderr)
  t.match(stdout, /are stored in .*config\.json\. .* has 1 model: fake/)
  t.notMatch(stdout + stderr, /tok-secret/)
  t.same(JSON.parse(readFileSync(path, 'utf8')), {
    maxSteps: 7,
    baseUrl: endpoint.baseUrl,
    token: 'tok-secret',
  })
  t.equal(statSync(path).mode & 0o777, 0o600)
  t.equal((await box.run(['-p', 'is it so?'])).code, 0)
  t.equal(endpoint.requests.at(-1)?.headers.authorization, 'Bearer tok-secret')

  const again = await box.run(words, { input: '\n' })
  t.match(again.stdout, /The stored token was kept\./)
  t.equal(JSON.parse(readFileSync(path, 'utf8')).token, 'tok-secret')
  const kept = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...kept, model: 'other-7b' }))
  const short = await box.run(['--base-url', endpoint.origin, 'login'], { input: '\n' })
  t.match(short.stdout, `${endpoint.baseUrl} has 1 model: fake. The stored model other-7b is not`)
  t.match(JSON.parse(readFileSync(path, 'utf8')), kept, 'the API is below /v1')
  writeFileSync(path, JSON.stringify(kept))
  const before = readFileSync(path, 'utf8')
  const gone = await box.run(['login', '--base-url', 'http://127.0.0.1:9/v1'], { input: 'other\n' })
  t.equal(gone.code, 5)
  t.match(gone.stderr, /^Nothing was stored\.\nerror: /m)
  t.equal(readFileSync(path, 'utf8'), before, 'nothing is stored that does not work')
})
