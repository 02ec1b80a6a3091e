import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import t from 'tap'
import { usualAddresses } from '../../apps/cli/first_run/find_endpoints.js'
import { errorAct, type FakeOptions, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

const config = (box: Program) => join(box.home, '.config', 'aircoder', 'config.json')
const stored = (box: Program) => JSON.parse(readFileSync(config(box), 'utf8'))

async function open(t: Parameters<typeof openProgram>[0], options?: FakeOptions) {
  const endpoint = await startEndpoint(() => streamed(say('ready')), options)
  t.teardown(() => endpoint.close())
  return { endpoint, box: openProgram(t) }
}

t.test('init --yes tries the model and stores it beside what the file has', async (t) => {
  const { endpoint, box } = await open(t)
  mkdirSync(dirname(config(box)), { recursive: true })
  writeFileSync(config(box), '{"maxSteps": 7, "model": "old"}')
  const ran = await box.run(['init', '--yes', '--base-url', endpoint.baseUrl])
  t.equal(ran.code, 0, ran.stderr)
  t.match(
    ran.stdout,
    /^Stored in .*config\.json: http:\S+, model fake\.\nThe window is 32,768 tokens; a first answer took /,
  )
  t.match(ran.stdout, /^Start with `(?:aircoder|node '?\/[^`]+)` in the folder/m, 'also from there')
  t.same(stored(box), { maxSteps: 7, model: 'fake', baseUrl: endpoint.baseUrl })
  t.equal(statSync(config(box)).mode & 0o777, 0o600)
  t.match(endpoint.asks[0]?.body, /Reply with the word ready/)
  const used = await box.run(['-p', 'hello'])
  t.equal(used.code, 0, used.stderr)
})

t.test('a token comes from standard input, is stored, and is not printed', async (t) => {
  const asked: (string | undefined)[] = []
  const shut = await startEndpoint(({ headers }) => {
    asked.push(headers.authorization)
    return headers.authorization === 'Bearer tok-secret'
      ? streamed(say('ready'))
      : errorAct(401, {})
  })
  t.teardown(() => shut.close())
  const { box } = await open(t)
  const words = ['init', '--yes', '--base-url', shut.baseUrl, '--token-stdin']
  const ran = await box.run(words, { input: 'tok-secret\n' })
  t.equal(ran.code, 0, ran.stderr)
  t.notMatch(ran.stdout + ran.stderr, /tok-secret/)
  t.ok(existsSync(config(box)))
})

t.test(
  'the usual addresses of a host are those of the proxy, of Ollama and of three servers',
  (t) => {
    t.same(
      usualAddresses('gpu-box').map(({ baseUrl, name }) => `${name} ${baseUrl}`),
      [
        'aircoder-proxy http://gpu-box:8765/v1',
        'Ollama http://gpu-box:11434/v1',
        'llama.cpp http://gpu-box:8080/v1',
        'vLLM http://gpu-box:8000/v1',
        'LM Studio http://gpu-box:1234/v1',
      ],
    )
    t.end()
  },
)

t.test('what does not work stores nothing', async (t) => {
  const { box } = await open(t)
  const broken = await startEndpoint(() => errorAct(500, { message: 'no memory' }))
  t.teardown(() => broken.close())
  for (const [words, code, why] of [
    [['--base-url', 'http://127.0.0.1:9/v1'], 5, /No model answers at/],
    [['--base-url', broken.baseUrl], 5, /Nothing was stored/],
    [['--base-url', broken.baseUrl, '-m', 'none'], 2, /has no model none/],
  ] as const) {
    const ran = await box.run(['init', '--yes', ...words], { env: { AIRCODER_WAIT: '0' } })
    t.equal(ran.code, code, ran.stderr)
    t.match(ran.stderr, why)
  }
  t.notOk(existsSync(config(box)))
})

t.test('a file with comments is refused with a clear line, and stays as it is', async (t) => {
  const { endpoint, box } = await open(t)
  mkdirSync(dirname(config(box)), { recursive: true })
  for (const text of ['{\n  // mine\n  "maxSteps": 7\n}\n', '{"maxSteps": 7 /* mine */}']) {
    writeFileSync(config(box), text)
    for (const words of [['init', '--yes'], ['login']]) {
      const ran = await box.run([...words, '--base-url', endpoint.baseUrl])
      t.equal(ran.code, 2)
      t.match(ran.stderr, /config\.json: it has a comment, which JSON does not allow/)
    }
    t.equal(readFileSync(config(box), 'utf8'), text)
  }
})

t.test('without a terminal it says which flags to pass', async (t) => {
  const { box } = await open(t)
  const ran = await box.run(['init'])
  t.equal(ran.code, 2)
  t.match(ran.stderr, /hint: The form is: aircoder init --yes \[--base-url URL\]/)
})

t.test(
  'an error without an endpoint names what init can do, and that of init does too',
  async (t) => {
    const { box } = await open(t)
    const nowhere = ['--base-url', 'http://127.0.0.1:9/v1']
    for (const words of [
      ['-p', 'hello', ...nowhere],
      ['init', '--yes', ...nowhere],
    ]) {
      const ran = await box.run(words)
      t.equal(ran.code, 5)
      t.match(ran.stderr, /No model answers at http:\/\/127\.0\.0\.1:9\/v1: connection refused/)
      t.match(
        ran.stderr,
        /hint: Start the proxy or engine at that address \(Ollama: `ollama serve`\)/,
      )
      t.match(ran.stderr, /`aircoder init --host NAME` looks on another machine/)
      t.notMatch(ran.stderr, /`aircoder init`/, 'no circle')
    }
  },
)

t.test('init says what is wrong at an address or a host that was named', async (t) => {
  const { box } = await open(t)
  const page = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
  })
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  t.teardown(() => page.close())
  const { port } = page.address() as AddressInfo
  const html = await box.run(['init', '--yes', '--base-url', `http://127.0.0.1:${port}/v1`])
  t.match(html, { code: 5, stderr: /does not speak the OpenAI API: it answers with a web page/ })
  // Something may listen on the usual ports of this machine: then that is used, and the line comes before.
  const host = await box.run(['init', '--yes', '--host', '127.77.0.9'])
  t.match(host.stderr, /No model answers at \S*127\.77\.0\.9.*: connection refused/)
})

t.test(
  'init finds what login stored, uses its token, and takes a host with its port',
  async (t) => {
    const shut = await startEndpoint(
      ({ headers }) =>
        headers.authorization === 'Bearer good' ? streamed(say('ready')) : errorAct(401, {}),
      { token: 'good' },
    )
    t.teardown(() => shut.close())
    const box = openProgram(t)
    const login = await box.run(['login', '--base-url', shut.baseUrl], { input: 'good\n' })
    t.equal(login.code, 0, login.stderr)
    for (const flags of [
      [],
      ['--base-url', shut.baseUrl],
      ['--host', new URL(shut.baseUrl).host],
    ]) {
      const ran = await box.run(['init', '--yes', ...flags])
      t.match(ran, { code: 0, stdout: /^Stored in .*: http:\S+, model fake\./ }, flags.join(' '))
      t.match(stored(box), { baseUrl: shut.baseUrl, token: 'good' })
    }
    const bad = await box.run(['init', '--yes', '--host', 'gpu box'])
    t.match(bad, { code: 2, stderr: /--host gpu box: it is no name of a host and no address/ })
  },
)

t.test(
  'row 280: init asks for endpoint and model, and stores the answers',
  WITH_TERMINAL,
  async (t) => {
    const models = [
      { id: 'small', context_window: 8_192 },
      { id: 'large', context_window: 32_768 },
    ]
    const { endpoint, box } = await open(t, { models })
    const person = sitDown(t, box, ['init', '--base-url', endpoint.baseUrl])
    await person.sees(/Which model\?/)
    t.notMatch(person.screen(), 'Which endpoint', 'the one that was named is not asked about')
    await person.sees('large')
    person.type('\x1b[B')
    await person.sees(/large/)
    person.type('\r')
    await person.sees(/Stored in .*model large/)
    t.equal(await person.leaves(), 0)
    t.match(stored(box), { baseUrl: endpoint.baseUrl, model: 'large' })
  },
)

t.test(
  'what does not work is asked for again, and Ctrl+C stores nothing',
  WITH_TERMINAL,
  async (t) => {
    const { endpoint, box } = await open(t)
    const person = sitDown(t, box, ['init', '--base-url', 'http://127.0.0.1:9/v1'])
    await person.sees(/Address of the endpoint/)
    person.type('http://127.0.0.1:9/v1\r')
    await person.sees(/Nothing answers as an endpoint does[\s\S]*connection refused/)
    person.type(`\x15${endpoint.baseUrl}\r`)
    await person.sees(/Stored in .*model fake/)
    t.equal(await person.leaves(), 0)
    const shut = await startEndpoint(
      ({ headers }) =>
        headers.authorization === 'Bearer good' ? streamed(say('ready')) : errorAct(401, {}),
      { token: 'good' },
    )
    t.teardown(() => shut.close())
    const guest = sitDown(t, box, ['init', '--base-url', shut.baseUrl])
    await guest.sees(/Token for/)
    guest.type('bad\r')
    await guest.sees(/rejected the token \(401\)/)
    guest.type('\x15good\r')
    await guest.sees(/Stored in .*model fake/)
    t.equal(await guest.leaves(), 0)
    t.equal(stored(box).token, 'good')
    const leaver = sitDown(t, openProgram(t), ['init', '--base-url', 'http://127.0.0.1:9/v1'])
    await leaver.sees(/Address of the endpoint/)
    leaver.type('\x03')
    t.equal(await leaver.leaves(), 130)
  },
)
