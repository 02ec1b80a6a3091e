import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import OpenAI from 'openai'
import t, { type Test } from 'tap'
import { systemClock } from '#core'
import { createRunners } from '../../libs/relay/engines/ollama/models/runners.js'
import { createReuseMeter } from '../../libs/relay/engines/ollama/reuse.js'
import type { PageData } from '../../libs/relay/page/page_types.js'
import { jsonAct } from '../kit/fake_endpoint.js'
import {
  type ProgramModel,
  type ProgramOptions,
  startProgram,
} from '../kit/ollama_program/program.js'
import { chatOf, startRelay } from '../kit/relay.js'
import { hello, MODEL, setup } from '../kit/relayed_ollama.js'

t.test(
  'row 260: the list has the window per slot and the capabilities of each model',
  async (t) => {
    const models = [
      { ...MODEL, loadedWindow: 1_024, loadedBytes: [6e9, 5e9] as [number, number] },
      { name: 'baked:7b', parameters: 'num_ctx 8192', capabilities: ['completion', 'vision'] },
      { name: 'plain:latest', digest: 'ab12' },
    ]
    const { relay } = await setup(t, hello, models, { slots: 2 })
    const { data } = (await (await fetch(`${relay.url}/v1/models`)).json()) as { data: object[] }
    t.match(data, [
      {
        id: 'm:latest',
        object: 'model',
        context_window: 1_024,
        max_model_len: 1_024,
        loaded: true,
        tools: true,
        vision: false,
        slots: 2,
      },
      { id: 'baked:7b', context_window: 8_192, loaded: false, vision: true },
      { id: 'plain:latest', loaded: false, digest: 'ab12' },
    ])
    t.notOk('digest' in (data[1] ?? {}), 'an unknown digest is omitted')
    t.notOk(
      'context_window' in (data[2] ?? {}),
      'an unknown window is omitted, not replaced by the trained one',
    )
    const page = (await (await fetch(`${relay.url}/v1/page`)).json()) as PageData
    t.same(
      page.engine.models.map(({ memory }) => memory),
      [{ bytes: 6e9, onCardBytes: 5e9 }, null, null],
      'the page shows what lies on the card',
    )
    const empty = await setup(t, hello, [])
    t.same(await (await fetch(`${empty.relay.url}/v1/models`)).json(), { object: 'list', data: [] })
    t.equal((await fetch(`${empty.relay.url}/readyz`)).status, 503)
  },
)

async function setupProgram(
  t: Test,
  models: Record<string, ProgramModel>,
  options: ProgramOptions,
  values: Record<string, unknown> = {},
) {
  const program = await startProgram(models, options)
  const relay = await startRelay({ engineUrl: program.url, ...values })
  t.teardown(async () => {
    await relay.stop()
    await program.close()
  })
  return { program, relay }
}

t.test('a model that Ollama only relays to a cloud is not listed', async (t) => {
  const { relay, program } = await setupProgram(
    t,
    { 'far:cloud': { path: 'go', remote: 'https://127.0.0.1:1' }, 'm:latest': { path: 'go' } },
    {},
    { models: ['*'] },
  )
  const { data } = (await (await fetch(`${relay.url}/v1/models`)).json()) as { data: object[] }
  t.match(data, [{ id: 'm:latest' }])
  t.equal(data.length, 1)
  t.equal((await relay.post(chatOf('far:cloud'))).status, 404, 'not even by its name')
  t.equal(program.chats.length, 0)
})

t.test(
  'the window of a load with default options is known before the prompt is sent',
  async (t) => {
    const { relay, program } = await setupProgram(t, { 'm:latest': { path: 'go' } }, {})
    await relay.post(chatOf('m'))
    const [load, chat] = program.chats
    t.same(load?.messages, [])
    t.match(
      load,
      { truncate: false, shift: false, keep_alive: '30m' },
      'it fits what comes after it',
    )
    t.ok(Number(chat?.options?.num_predict) > 4_000, 'what is left of the 4,096 that are served')
  },
)

t.test(
  'embeddings need a model that supports them, and are refused beyond the window',
  async (t) => {
    const { relay } = await setupProgram(
      t,
      {
        'vec:latest': { path: 'go', window: 64, capabilities: ['embedding'] },
        'm:latest': { path: 'go' },
      },
      {},
    )
    const sdk = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: 'x', maxRetries: 0 })
    const input = ['one two', 'three']
    // The stock client asks for base64 and unpacks it.
    const made = await sdk.embeddings.create({ model: 'vec', input })
    t.match(made, {
      object: 'list',
      model: 'vec',
      data: [
        { index: 0, embedding: [2, 7] },
        { index: 1, embedding: [1, 5] },
      ],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    })
    const ask = async (body: object) => {
      const answer = await relay.post(body, { path: '/v1/embeddings' })
      return [
        answer.status,
        ((await answer.json()) as { error: { message: string } }).error.message,
      ]
    }
    t.match(await ask({ model: 'm', input }), [400, /does not support embeddings/])
    t.match(await ask({ model: 'vec', input: 'w '.repeat(70) }), [400, /exceeds the context/])
    t.match(await ask({ model: 'vec', input: [[1, 2]] }), [400, /input/])
    t.match(await ask({ model: 'vec' }), [400, /input/])
    const written = await relay.post({ model: 'vec', prompt: 'x' }, { path: '/v1/completions' })
    t.equal(written.status, 400, 'it writes no text')
  },
)

t.test(
  'one load serves all requests that wait for it, and continues when one of them leaves',
  async (t) => {
    const { relay, program } = await setupProgram(
      t,
      { 'm:latest': { path: 'go', window: 512 } },
      { loadMs: 300 },
      { slots: 3 },
    )
    const left = new AbortController()
    const first = relay.post(chatOf('m'), { signal: left.signal }).catch(() => null)
    await pause(60)
    const others = [relay.post(chatOf('m')), relay.post(chatOf('m'))]
    await pause(60)
    left.abort()
    await first
    t.same(await Promise.all(others.map(async (answer) => (await answer).status)), [200, 200])
    t.same(program.loads, { begun: 1, ended: 0 })
  },
)

t.test('a load without waiting requests makes room for another model', async (t) => {
  const { relay, program } = await setupProgram(
    t,
    { 'a:latest': { path: 'go', window: 512 }, 'b:latest': { path: 'go', window: 512 } },
    { loadMs: 5_000 },
    { coldTokenMs: 700 },
  )
  const left = new AbortController()
  const first = relay.post(chatOf('a'), { signal: left.signal }).catch(() => null)
  while (program.loads.begun === 0) await pause(10)
  left.abort()
  await first
  const second = await relay.post(chatOf('b'))
  t.equal(program.loads.ended >= 1, true, 'the first load was given up')
  t.equal(second.status, 504)
  t.match(await second.json(), { error: { code: 'engine_timeout' } })
})

t.test('a failed load is reported to all requests that wait for it, and tried again', async (t) => {
  const models = [{ ...MODEL, loadedWindow: undefined }]
  const error = 'model requires more system memory (9 GiB) than is available (8 GiB)'
  const { relay, engine } = await setup(t, () => jsonAct(500, { error }), models, { slots: 2 })
  const answers = await Promise.all([relay.post(chatOf('m')), relay.post(chatOf('m'))])
  for (const answer of answers) {
    t.equal(answer.status, 502)
    t.match(await answer.json(), { error: { code: 'engine_error', message: /system memory/ } })
  }
  const before = engine.chats.length
  await relay.post(chatOf('m'))
  t.equal(engine.chats.length, before + 1)
})

t.test('requests for two models in turns never load a model during running work', async (t) => {
  const { relay, program } = await setupProgram(
    t,
    { 'a:latest': { path: 'go', window: 512 }, 'b:latest': { path: 'jinja', window: 512 } },
    { loadMs: 20, writeMs: 3 },
    { slots: 2, residencyMs: 0 },
  )
  const asked = ['a', 'b', 'a', 'b', 'a', 'b'].map((model) => relay.post(chatOf(model)))
  for (const answer of await Promise.all(asked)) t.equal(answer.status, 200)
  t.equal(program.reloadsWhileBusy, 0)
  t.ok(program.loads.begun <= 3, `${program.loads.begun} loads for six requests in turns`)
})

t.test('a runner on this machine reports its slots and its reused tokens', async (t) => {
  const counters = { read: 100, kept: 0 }
  const server = createServer((_, response) =>
    response.end(
      `# HELP x\nllamacpp:prompt_tokens_total ${counters.read}\nllamacpp:prompt_tokens_cached_total ${counters.kept}\n`,
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const port = String((server.address() as AddressInfo).port)
  const args = ['/usr/lib/ollama/llama-server', '--model', '/blobs/sha256-a', '--port', port]
  const cmdline = [...args, '--offline', '-np', '3', ''].join('\0')
  const serve = ['/usr/bin/ollama', 'serve', ''].join('\0')
  const proc = t.testdir({
    // Left behind by an engine that was killed: it holds the same file and answers nobody.
    5: { status: 'PPid:\t1\n', cmdline: cmdline.replace(port, '1') },
    6: { status: 'PPid:\t1\n', cmdline: serve },
    7: { status: 'PPid:\t6\n', cmdline },
  })
  const runners = createRunners(proc, systemClock)
  t.match(runners.find('sha256-a'), { slots: 3, port: Number(port) })
  t.equal(runners.find('sha256-b'), null)
  t.equal(await runners.countsSince('sha256-a'), null, 'nothing to compare with')
  Object.assign(counters, { read: 130, kept: 70 })
  t.same(await runners.countsSince('sha256-a'), { read: 30, kept: 70 })
  t.equal(createRunners(null, systemClock).find('sha256-a'), null, 'an engine elsewhere has none')
})

t.test('reused tokens are estimated from the time of the prompt', (t) => {
  const meter = createReuseMeter()
  t.equal(meter.measure('m', 1_554, 21_400), null, 'nothing to compare with')
  const kept = meter.measure('m', 1_554, 3_200) ?? 0
  t.ok(kept > 1_200 && kept < 1_554, `${kept} of 1,554, measured on Ollama`)
  t.equal(meter.measure('m', 1_554, 21_000), 0, 'a little faster is noise')
  t.equal(meter.measure('m', 1_000, 30_000), 0, 'slower than ever is read whole')
  t.equal(meter.measure('other', 500, 10), null, 'each model has its own speed')
  meter.forget('m')
  t.equal(meter.measure('m', 300, 10), null)
  t.end()
})
