import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import {
  type ChatRequest,
  parseRecording,
  type RecordedReply,
  type Reply,
  systemClock,
} from '#core'
import {
  createClient,
  createRecorder,
  createScriptModel,
  listModels,
  type Model,
  type ModelEvent,
  normaliseBaseUrl,
} from '#model'
import {
  type Act,
  errorAct,
  jsonAct,
  serveReplies,
  startEndpoint,
  webPage,
} from '../kit/fake_endpoint.js'

const TOOL = {
  type: 'function',
  function: { name: 'grep', description: 'Searches.', parameters: {} },
} as const
const REQUEST: ChatRequest = { model: 'fake', messages: [], tools: [TOOL] }
const signal = new AbortController().signal

const REPLIES: RecordedReply[] = [
  {
    content: '',
    reasoning: 'hm',
    tool_calls: [{ id: 'a', name: 'grep', arguments: '{"pattern":"ä"}' }],
    finish_reason: 'tool_calls',
  },
  {
    content: 'Broken:',
    reasoning: '',
    tool_calls: [{ id: 'b', name: 'grep', arguments: '{"pattern":' }],
    finish_reason: 'tool_calls',
  },
  {
    content: '<think>so</think>\n{"action":"resolve","cites":"e1"}',
    reasoning: '',
    tool_calls: [],
    finish_reason: 'stop',
  },
  { content: 'cut off', reasoning: '', tool_calls: [], finish_reason: null },
  { content: 'Done. 🐦', reasoning: '', tool_calls: [], finish_reason: 'stop' },
]

async function ask(model: Model, step: number): Promise<{ reply: Reply; events: ModelEvent[] }> {
  const run = model.ask(REQUEST, { step, sessionId: 's', signal })
  const events: ModelEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return { reply: { ...next.value, usage: null }, events }
    events.push(next.value)
  }
}

t.test('row 19: step N gets reply N, and after the end there is a problem', async (t) => {
  const model = createScriptModel(REPLIES)
  t.match(await ask(model, 1), {
    reply: { calls: [{ id: 'call_1_1', name: 'grep' }], reasoning: 'hm' },
  })
  t.match(await ask(model, 2), { reply: { problem: { code: 'parser_error' }, text: 'Broken:' } })
  const { reply, events } = await ask(model, 5)
  t.equal(reply.text, 'Done. 🐦')
  t.ok(events.length > 1)
  t.equal(events.map((each) => each.text).join(''), 'Done. 🐦')
  t.match((await ask(model, 6)).reply.problem, {
    code: 'inference_error',
    message: /has 5 replies/,
  })
})

t.test('a replayed recording gives the same replies, also invalid ones', async (t) => {
  const fake = await serveReplies(REPLIES)
  t.teardown(() => fake.close())
  const path = join(t.testdir(), 'run.jsonl')
  const client = createClient({
    baseUrl: fake.baseUrl,
    clock: systemClock,
    record: createRecorder(path),
  })
  const live: Reply[] = []
  for (const step of REPLIES.keys()) live.push((await ask(client, step + 1)).reply)
  t.equal(statSync(path).mode & 0o777, 0o600)

  const recorded = parseRecording(path, readFileSync(path, 'utf8'))
  t.strictSame(recorded, REPLIES)
  const replay = createScriptModel(recorded)
  // A recording does not say where its replies came from.
  for (const [index, { route, ...reply }] of live.entries())
    t.strictSame((await ask(replay, index + 1)).reply, reply)
  t.strictSame(
    [...fake.asksPerStep()],
    [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 1],
    ],
  )
})

t.test(
  'a reply that never came is recorded too, so that the steps keep their numbers',
  async (t) => {
    const fake = await startEndpoint(() => errorAct(400, { message: 'no' }))
    t.teardown(() => fake.close())
    const path = join(t.testdir(), 'run.jsonl')
    const client = createClient({
      baseUrl: fake.baseUrl,
      clock: systemClock,
      record: createRecorder(path),
    })
    await ask(client, 1)
    const recorded = parseRecording(path, readFileSync(path, 'utf8'))
    t.match(recorded, [{ content: '', finish_reason: null, note: /answers 400: no/ }])
    t.equal((await ask(createScriptModel(recorded), 1)).reply.problem?.code, 'inference_error')
  },
)

t.test('a recording that cannot be written is an AircoderError', (t) => {
  t.throws(() => createRecorder(join(t.testdir(), 'no', 'such', 'folder')), {
    code: 'RECORDING_INVALID',
  })
  t.end()
})

async function list(t: { teardown(f: () => unknown): void }, act: Act, token?: string) {
  const fake = await startEndpoint(() => act)
  t.teardown(() => fake.close())
  // The fake answers /v1/models itself; under another path the script does.
  const clock = { ...systemClock, sleep: async () => {} }
  // Only one that says nothing is given up.
  const tryMs = act.end === 'silent' ? 300 : 600_000
  const models = listModels({ baseUrl: `${fake.origin}/api`, token, clock, tryMs })
  return { fake, models }
}

t.test('row 260: the served window is read from the fields of all servers', async (t) => {
  const served = await serveReplies([], { models: [{ id: 'm', context_window: 8192 }] })
  t.teardown(() => served.close())
  t.match(await listModels({ baseUrl: served.baseUrl, clock: systemClock }), [
    { id: 'm', windowTokens: 8192, takesTools: null },
  ])

  const rows = [
    [{ id: 'a', max_model_len: 4096 }, 4096],
    [{ id: 'b', meta: { n_ctx: 2048, n_ctx_train: 131072 }, max_context_length: 131072 }, 2048],
    [{ id: 'c', context_length: '1024' }, 1024],
    [{ id: 'd', n_ctx: 512 }, 512],
    [{ id: 'e', max_context_length: 256 }, 256],
    [{ id: 'f', context_window: 0 }, null],
  ] as const
  const { models } = await list(
    t,
    jsonAct(200, { data: [...rows.map(([row]) => row), { no: 'id' }, 3] }),
  )
  t.same(
    (await models).map(({ id, windowTokens }) => ({ id, windowTokens })),
    rows.map(([row, windowTokens]) => ({ id: row.id, windowTokens })),
  )
})

t.test('the mark of a model changes only with the model', async (t) => {
  const markOf = async (row: object) => {
    const { models } = await list(t, jsonAct(200, { data: [{ id: 'm', ...row }] }))
    return (await models)[0]?.mark
  }
  const plain = await markOf({ created: 1, loaded: true })
  t.equal(await markOf({ created: 2, loaded: false }), plain, 'not the time of asking')
  t.not(await markOf({ meta: { size: 4_000 } }), plain)
  t.equal(await markOf({ digest: 'sha256:ab', created: 3 }), 'sha256:ab')
})

t.test('an engine without models gives an empty list', async (t) => {
  t.same(await (await list(t, jsonAct(200, { object: 'list', data: null }))).models, [])
})

t.test('a wrong API, a rejected token and a silent server are different errors', async (t) => {
  const rejects = async (act: Act, code: string, message: RegExp, asks: number) => {
    const { fake, models } = await list(t, act, 'secret')
    await t.rejects(models, { code, message }, code)
    t.equal(fake.asks.length, asks)
  }
  await rejects(webPage(), 'ENDPOINT_NOT_API', /web page/, 1)
  await rejects(jsonAct(404, {}), 'ENDPOINT_NOT_API', /404/, 1)
  await rejects(
    { headers: { 'content-type': 'text/plain' }, body: ['hello'] },
    'ENDPOINT_NOT_API',
    /not JSON/,
    1,
  )
  await rejects(jsonAct(200, { models: [] }), 'ENDPOINT_NOT_API', /list of models/, 1)
  await rejects({ status: 302, headers: { location: '/' } }, 'ENDPOINT_NOT_API', /redirects/, 1)
  await rejects(errorAct(401, {}), 'AUTH_REJECTED', /rejected the token \(401\)/, 1)
  await rejects(errorAct(503, {}), 'ENDPOINT_BUSY', /503/, 1)
  await rejects(errorAct(429, { message: 'quota' }), 'ENDPOINT_BUSY', /429: quota/, 1)
  await rejects({ end: 'silent' }, 'ENDPOINT_UNREACHABLE', /no answer within 0\.3 s/, 2)
  await rejects(
    { headers: { 'content-type': 'application/json' }, body: ['{"da'], end: 'die' },
    'ENDPOINT_UNREACHABLE',
    /closed/,
    2,
  )
})

t.test('row 261: known engine ports get /v1 without a path', (t) => {
  for (const port of [11434, 1234, 8080])
    t.equal(normaliseBaseUrl(`http://h:${port}/`), `http://h:${port}/v1`)
  t.equal(normaliseBaseUrl('http://h:8080/api/'), 'http://h:8080/api')
  t.equal(normaliseBaseUrl('https://h/v1//'), 'https://h/v1')
  t.equal(normaliseBaseUrl('http://127.0.0.1:8765'), 'http://127.0.0.1:8765')
  fc.assert(
    fc.property(
      fc.webUrl(),
      (url) => normaliseBaseUrl(normaliseBaseUrl(url)) === normaliseBaseUrl(url),
    ),
  )
  t.end()
})
