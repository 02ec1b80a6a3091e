import pino from 'pino'
import t from 'tap'
import { systemClock } from '#core'
import { redactEngine } from '../../libs/relay/upstream/redact_engine.js'
import { chunk, errorAct, event, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { startOllama } from '../kit/fake_ollama.js'
import { chatOf, startRelay } from '../kit/relay.js'

/** Of no vendor's shape: only who knows it can strike it out. */
const SECRET = 'box-key-4711'

function logged() {
  const lines: string[] = []
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(line) }) }
}

t.test('an engine token that the engine repeats reaches no client', async (t) => {
  const text = `Incorrect API key provided: ${SECRET}. You can find yours at home`
  const acts = {
    wrong: () => errorAct(401, { message: text }),
    denied: () => errorAct(403, { message: text }),
    odd: () => errorAct(400, { message: text }),
    broken: () => errorAct(500, { message: text }),
    late: () => stream(chunk({ content: 'x' }), event({ error: { message: text } })),
  }
  const engine = await startEndpoint(
    (ask) => {
      const { model } = JSON.parse(ask.body) as { model: keyof typeof acts }
      return acts[model]()
    },
    { models: Object.keys(acts).map((id) => ({ id })) },
  )
  const { lines, log } = logged()
  const relay = await startRelay(
    { engine: 'openai', engineUrl: engine.origin, engineToken: SECRET, logLevel: 'debug' },
    systemClock,
    log,
  )
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  for (const model of Object.keys(acts))
    for (const [path, body] of [
      ['/v1/chat/completions', chatOf(model)],
      ['/v1/chat/completions', chatOf(model, { stream: true })],
      ['/v1/completions', { model, prompt: 'x', stream: true }],
      ['/v1/embeddings', { model, input: 'x' }],
    ] as const) {
      const answer = await (await relay.post(body, { path })).text()
      t.notMatch(answer, SECRET, `${model} ${path}`)
      t.match(answer, /"error":/)
      if (model === 'odd') t.match(answer, /Incorrect API key provided: \[redacted\]\. You can/)
      if (model === 'wrong' || model === 'denied') t.notMatch(answer, /Incorrect|at home/)
    }
  t.equal(engine.asks[0]?.headers.authorization, `Bearer ${SECRET}`, 'the engine did get it')
  t.notMatch(lines.join(''), SECRET)
})

t.test(
  'an engine token in a list of models reaches no client, also on the routes of Ollama',
  async (t) => {
    const engine = await startOllama([{ name: 'm:latest', loadedWindow: 4_096 }], () => ({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: [JSON.stringify({ error: `bad header Bearer ${SECRET}` })],
    }))
    const relay = await startRelay({
      engine: 'ollama',
      engineUrl: engine.origin,
      engineToken: SECRET,
    })
    t.teardown(async () => {
      await relay.stop()
      await engine.close()
    })
    const answer = await relay.post(chatOf('m'))
    t.equal(answer.status, 400)
    t.match(await answer.text(), /bad header Bearer \[redacted\]/)
  },
)

t.test('paths and addresses of the box in an engine error reach no client', async (t) => {
  const errors: [text: string, shown: string][] = [
    [
      'Post "http://127.0.0.1:41234/completion": dial tcp 127.0.0.1:41234: connect: refused',
      'Post "(address)": dial tcp (address): connect: refused',
    ],
    ['open /usr/share/ollama/.ollama/models/blobs/sha256-12: denied', 'open (path): denied'],
    [`cannot read '/home/ada lovelace/x.gguf'`, 'cannot read (path)'],
    [
      'lookup gpu-box.lan on 10.0.0.1:53 and [fe80::1%eth0]:80',
      'lookup gpu-box.lan on (address) and (address)',
    ],
    [String.raw`failed at C:\Users\ada\m.gguf now`, 'failed at (path) now'],
    ['model qwen3:8b and/or v1.2.3 is not here', 'model qwen3:8b and/or v1.2.3 is not here'],
  ]
  const engine = await startEndpoint(
    (ask) => {
      const { model } = JSON.parse(ask.body) as { model: string }
      const [text = ''] = errors[Number(model.slice(1)) % errors.length] ?? []
      return model.startsWith('e')
        ? errorAct(500, { message: text })
        : stream(chunk({ content: 'x' }), event({ error: { message: text } }))
    },
    { models: errors.flatMap((_, at) => [{ id: `e${at}` }, { id: `s${at}` }]) },
  )
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  for (const [at, [, shown]] of errors.entries())
    for (const model of [`e${at}`, `s${at}`]) {
      const answer = await (await relay.post(chatOf(model, { stream: true }))).text()
      t.ok(answer.includes(JSON.stringify(shown).slice(1, -1)), `${model}: ${answer}`)
    }
})

t.test('the embedded engine has the path of a model instead of a URL', async (t) => {
  const upstream = { list: async () => [] } as unknown as Parameters<typeof redactEngine>[0]
  const redacted = redactEngine(upstream, { url: '/srv/models/some.gguf' })
  t.same(await redacted.list(), [])
})
