import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import t, { type Test } from 'tap'
import { VERSION } from '#core'
import { ProxySettingsSchema } from '#relay'
import { chunk, startEndpoint } from '../kit/fake_endpoint.js'
import { lastEvent, until } from '../kit/relay.js'

const PROGRAM = join(process.cwd(), 'dist/aircoder-proxy.js')
const LISTENING = /^aircoder-proxy listening on (http:\/\/127\.0\.0\.1:\d+) \(engine (\w+)\)\n$/
const SECRET = 'canary-token-4f1d'

interface Run {
  child: ChildProcess
  out(): string
  err(): string
  ended: Promise<number | null>
}

const HOME = mkdtempSync(join(tmpdir(), 'aircoder-proxy-'))
t.teardown(() => rmSync(HOME, { recursive: true, force: true }))

/** Starts the built program with this environment and nothing of ours. */
function start(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME, AIRCODER_PROXY_STATE_DIR: HOME, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (bytes) => {
    out += bytes
  })
  child.stderr.on('data', (bytes) => {
    err += bytes
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, out: () => out, err: () => err, ended }
}

async function serve(t: Test, args: string[], env: Record<string, string> = {}) {
  const run = start(['serve', '--port', '0', ...args], env)
  t.teardown(async () => {
    run.child.kill('SIGKILL')
    await run.ended
  })
  await until(() => run.out().includes('\n') || run.child.exitCode !== null)
  const url = LISTENING.exec(run.out())?.[1]
  if (url === undefined) throw new Error(`it does not listen: ${run.out()}${run.err()}`)
  return { ...run, url }
}

t.test('version and help say what they say, and load no server', async (t) => {
  const version = start(['--version'])
  t.equal(await version.ended, 0)
  t.equal(version.out(), `${VERSION}\n`)
  t.equal(JSON.parse(readFileSync('package.json', 'utf8')).version, VERSION)
  const help = start(['serve', '--help'])
  t.equal(await help.ended, 0)
  const flags = [...help.out().matchAll(/^ {2,}--([a-z-]+)/gm)].map(([, flag = '']) => flag)
  t.ok(flags.includes('engine-url'))
  for (const flag of flags.filter((name) => name !== 'config')) {
    const setting = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    t.ok(setting in ProxySettingsSchema.shape, `--${flag} sets a setting`)
  }
})

t.test('a wrong use, setting or recording ends with code 2 and a hint', async (t) => {
  const folder = t.testdir({ 'proxy.json': '{"port": 1, "slts": 4}', 'broken.json': '{' })
  const cases: [string[], Record<string, string>, RegExp][] = [
    [['serve'], {}, /without tokens.*\nhint: /s],
    [
      ['serve', '--nonsense'],
      {},
      /has no option --nonsense\.\nhint: Run `aircoder-proxy serve --help`/,
    ],
    [
      ['nonsense'],
      {},
      /has no command nonsense\. It has serve, .*\nhint: Run `aircoder-proxy --help`/,
    ],
    [
      ['serve', '--port', 'http'],
      {},
      /^error: --port http: it must be a number\nhint: The form is: --port 8765$/m,
    ],
    // The engine is judged before the tokens, which it does not have either.
    [['serve', '--engine', 'foo'], {}, /unknown engine "foo"; use one of embedded, /],
    [['serve'], { AIRCODER_PROXY_SLOTS: '0' }, /environment: slots: /],
    [['serve', '--config', join(folder, 'proxy.json')], {}, /proxy\.json: slts: unknown/],
    [['serve', '--config', join(folder, 'broken.json')], {}, /broken\.json/],
    [['serve', '--config', join(folder, 'absent.json')], {}, /absent\.json/],
    [
      ['serve', '--insecure-loopback', '--engine', 'scripted', '--script', 'absent'],
      {},
      /recording absent/,
    ],
    [['serve', '--insecure-loopback', '--host', '0.0.0.0'], {}, /does not listen on 0\.0\.0\.0/],
  ]
  const runs = cases.map(([args, env, message]) => ({ args, message, run: start(args, env) }))
  for (const { args, message, run } of runs) {
    t.equal(await run.ended, 2, args.join(' '))
    t.match(run.err(), message)
    t.match(run.err(), /^hint: /m, args.join(' '))
    t.equal(run.out(), '')
    t.notMatch(run.err(), /\n\s+at /, 'no stack for a mistake of the person')
  }
})

t.test('the scripted engine serves a stock client, and nothing tells the token', async (t) => {
  const reply = { content: 'hello', tool_calls: [{ name: 'grep', arguments: '{}' }] }
  const script = join(t.testdir({ 'r.jsonl': JSON.stringify(reply) }), 'r.jsonl')
  const { url, out, err, child, ended } = await serve(
    t,
    ['--engine', 'scripted', '--script', script],
    {
      AIRCODER_PROXY_TOKENS: `alice:${SECRET}`,
      AIRCODER_PROXY_LOG_LEVEL: 'debug',
    },
  )
  t.match(out(), /\(engine scripted\)/)
  const sdk = new OpenAI({ baseURL: `${url}/v1`, apiKey: SECRET, maxRetries: 0 })
  t.match((await sdk.models.list()).data, [{ id: 'scripted', context_window: 32_768 }])
  const messages = [{ role: 'user' as const, content: 'canary-of-the-body' }]
  const events = await sdk.chat.completions.create({ model: 'scripted', stream: true, messages })
  let finish: string | null | undefined
  for await (const part of events) finish = part.choices[0]?.finish_reason ?? finish
  t.equal(finish, 'tool_calls')
  const wrong = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'canary-wrong', maxRetries: 0 })
  await t.rejects(wrong.models.list(), { code: 'invalid_api_key' })

  child.kill('SIGTERM')
  t.equal(await ended, 0)
  t.notMatch(out() + err(), /canary/, 'no token and no body in any output')
  const requests = err()
    .split('\n')
    .filter((line) => line.includes('"request"'))
    .map((line) => JSON.parse(line))
  t.match(requests, [
    { person: 'alice', path: '/v1/models', status: 200 },
    {
      person: 'alice',
      path: '/v1/chat/completions',
      status: 200,
      outcome: 'ok',
      model: 'scripted',
    },
    { person: '-', path: '/v1/models', status: 401, outcome: 'invalid_api_key' },
  ])
  t.equal(requests.length, 3, 'one line a request')
})

t.test('SIGTERM lets a stream end, and ends one that does not with an error event', async (t) => {
  const engine = await startEndpoint(() => ({ body: [chunk({ content: 'x' })], end: 'hang' }))
  t.teardown(() => engine.close())
  const { url, child, ended } = await serve(t, [
    '--insecure-loopback',
    '--engine',
    'openai',
    '--engine-url',
    engine.origin,
    '--drain-ms',
    '100',
  ])
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'fake',
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  })
  child.kill('SIGTERM')
  t.match(lastEvent(await answer.text()), {
    error: { code: 'engine_unavailable', retryable: true },
  })
  t.equal(await ended, 0)
})

t.test('a port that is taken is said so', async (t) => {
  const { url } = await serve(t, ['--insecure-loopback'])
  const second = start(['serve', '--insecure-loopback', '--port', new URL(url).port])
  t.equal(await second.ended, 1)
  t.match(second.err(), /Cannot listen on 127\.0\.0\.1.*\nhint: .*--port/s)
})

t.test('a start beside an engine that does not answer says so, with its address', async (t) => {
  const engineUrl = 'http://user:canary@127.0.0.1:9/v1'
  const run = await serve(t, [
    '--insecure-loopback',
    '--engine',
    'openai',
    '--engine-url',
    engineUrl,
  ])
  await until(() => run.err().includes('the engine does not answer'))
  t.match(run.err(), '"engineUrl":"http://127.0.0.1:9"')
  t.notMatch(run.err(), 'canary')
})
