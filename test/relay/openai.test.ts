import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import OpenAI from 'openai'
import t, { type Test } from 'tap'
import {
  type Act,
  type Ask,
  chunk,
  DONE,
  errorAct,
  event,
  startEndpoint,
  stream,
  usageChunk,
  webPage,
} from '../kit/fake_endpoint.js'
import { chatOf, lastEvent, startRelay, until } from '../kit/relay.js'

/** An engine that answers as `acts` says by the name of the model, and a relay before it. */
async function setup(
  t: Test,
  acts: Record<string, (ask: Ask) => Act>,
  values: Record<string, unknown> = {},
) {
  const engine = await startEndpoint(
    (ask) => {
      const { model } = JSON.parse(ask.body) as { model: string }
      return acts[model]?.(ask) ?? errorAct(404, { message: `no ${model}` })
    },
    { models: Object.keys(acts).map((id) => ({ id, context_window: 4_096 })) },
  )
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin, ...values })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  return {
    engine,
    relay,
    sdk: new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: 'x', maxRetries: 0 }),
  }
}

const HELLO = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Grüße ' }),
  chunk({ content: '한국어' }),
]
const END = [chunk({}, 'stop'), usageChunk(7, 3), DONE]

const CALLS = [
  chunk({ role: 'assistant', content: null }),
  chunk({
    tool_calls: [
      { index: 0, id: 'a', type: 'function', function: { name: 'grep', arguments: '' } },
    ],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"pattern":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"x"}' } }] }),
  chunk({
    tool_calls: [
      { index: 1, id: 'b', type: 'function', function: { name: 'glob', arguments: '{}' } },
    ],
  }),
  chunk({}, 'tool_calls'),
  DONE,
]

t.test(
  'row 253: what the engine sends arrives byte for byte, and the body it got is the client’s',
  async (t) => {
    const { engine, relay } = await setup(t, { m: () => stream(...HELLO, ...END) })
    const body = chatOf('m', {
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      x_unknown: [1],
    })
    const answer = await relay.post(body, {
      headers: { cookie: 'c=1', 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer mine' },
    })
    t.equal(await answer.text(), [...HELLO, ...END].join(''))
    t.match(Object.fromEntries(answer.headers), {
      'content-type': /^text\/event-stream/,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-aircoder-engine': 'openai',
      'x-aircoder-queue-ms': /^\d+$/,
      'x-request-id': /^req_/,
    })
    const [ask] = engine.asks
    t.same(JSON.parse(ask?.body ?? ''), body)
    for (const name of [
      'cookie',
      'x-forwarded-for',
      'authorization',
      'accept-encoding',
      'user-agent',
    ])
      t.notOk(ask?.headers[name], `${name} stays here`)
  },
)

t.test('a stock client streams text and parallel calls, with and without usage', async (t) => {
  const { sdk } = await setup(t, {
    text: () => stream(...HELLO, ...END),
    calls: () => stream(...CALLS),
  })
  const events = await sdk.chat.completions.create({
    model: 'text',
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
  })
  let text = ''
  for await (const part of events) {
    // Not asked for, so the chunk without choices does not come.
    t.equal(part.choices.length, 1)
    text += part.choices[0]?.delta.content ?? ''
  }
  t.equal(text, 'Grüße 한국어')

  const whole = await sdk.chat.completions.create({
    model: 'text',
    messages: [{ role: 'user', content: 'hi' }],
  })
  t.match(whole, {
    object: 'chat.completion',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Grüße 한국어' }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 7, completion_tokens: 3 },
  })
  const called = await sdk.chat.completions.create({
    model: 'calls',
    messages: [{ role: 'user', content: 'hi' }],
  })
  t.match(called.choices[0], {
    finish_reason: 'tool_calls',
    message: {
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'grep', arguments: '{"pattern":"x"}' } },
        { id: 'b', type: 'function', function: { name: 'glob', arguments: '{}' } },
      ],
    },
  })
})

t.test('no fault of the engine looks like a success', async (t) => {
  const bytes = Buffer.from(HELLO.join('') + END.join(''))
  const middle = bytes.indexOf('한') + 1
  const acts: Record<string, () => Act> = {
    dies: () => ({ body: HELLO, end: 'die' }),
    'dies in an event': () => ({ body: [bytes.subarray(0, middle)], end: 'die' }),
    'ends early': () => stream(...HELLO),
    'ends in an event': () => stream(bytes.subarray(0, middle)),
    'no finish': () => stream(...HELLO, DONE),
    'no done': () => stream(...HELLO, chunk({}, 'stop')),
    'error event': () => stream(...HELLO, event({ error: { message: 'CUDA out of memory' } })),
    'error event, then done': () => stream(...HELLO, event({ error: { message: 'x' } }), DONE),
    'error event in halves': () => stream(...HELLO, 'data: {"err', 'or":{"message":"x"}}\n\n'),
    'goes silent': () => ({ body: HELLO, end: 'hang' }),
    'says nothing': () => ({ end: 'silent' }),
    'dies at once': () => ({ end: 'die', headers: {} }),
    'web page': () => webPage(),
    'not an event': () => stream('data: {"id": nonsense\n\n'),
  }
  const { relay, sdk, engine } = await setup(t, acts, { idleMs: 60, firstTokenMs: 120 })
  for (const model of Object.keys(acts)) {
    const answer = await relay.post(chatOf(model, { stream: true }))
    const text = await answer.text()
    t.notMatch(text, /\[DONE\]/, `${model}: no end mark`)
    const error = answer.status === 200 ? lastEvent(text) : JSON.parse(text)
    t.match(
      error,
      {
        error: {
          message: String,
          type: 'api_error',
          code: /^engine_/,
          retryable: true,
          request_id: /^req_/,
        },
      },
      `${model}: one error event`,
    )
    for (const line of text
      .split('\n')
      .filter((line) => line.startsWith('data:') && !line.includes('nonsense')))
      t.doesNotThrow(() => JSON.parse(line.slice(5)), `${model}: whole events only`)

    const stock = async () => {
      for await (const _ of await sdk.chat.completions.create({
        model,
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      }));
    }
    await t.rejects(stock(), `${model}: the SDK throws`)
    const whole = await relay.post(chatOf(model))
    t.ok(whole.status >= 500, `${model}: in one piece it is ${whole.status}`)
    t.match(await whole.json(), { error: { code: /^engine_/ } })
  }
  t.equal(engine.asks.length, Object.keys(acts).length * 3, 'one upstream request each: no retry')
})

t.test('content that speaks of end marks and errors is content', async (t) => {
  const said =
    'data: [DONE]\n\ndata: {"error":{"message":"x"}}\n\n"finish_reason":"stop" "choices":[]'
  const { relay } = await setup(t, { m: () => stream(chunk({ content: said }), ...END) })
  const answer = await relay.post(chatOf('m'))
  t.match(await answer.json(), { choices: [{ message: { content: said }, finish_reason: 'stop' }] })
})

t.test('the engine’s refusals keep their status and Retry-After, in one shape', async (t) => {
  const overflow =
    "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens"
  const { relay } = await setup(t, {
    busy: () => errorAct(503, { message: 'busy' }, { 'retry-after': '7' }),
    limit: () => errorAct(429, { message: 'slow down' }, { 'retry-after': '9' }),
    bad: () => errorAct(400, { message: 'temperature must be a number' }),
    long: () => errorAct(400, { message: overflow }),
    full: () =>
      errorAct(400, {
        type: 'exceed_context_size_error',
        message: 'too long',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      }),
    locked: () => errorAct(401, { message: 'wrong key sk-abcdefghijklmnopqrstuvwxyz123456' }),
    broken: () => webPage(500),
  })
  const expected: Record<string, object> = {
    busy: { status: 503, code: 'engine_unavailable', wait: '7', retry: 'true' },
    limit: { status: 429, code: 'rate_limited', wait: '9', retry: 'true' },
    bad: { status: 400, code: 'invalid_request', wait: null, retry: 'false' },
    long: {
      status: 400,
      code: 'context_length_exceeded',
      prompt_tokens: 9000,
      context_window: 4096,
    },
    full: {
      status: 400,
      code: 'context_length_exceeded',
      prompt_tokens: 5000,
      context_window: 4096,
    },
    locked: { status: 502, code: 'engine_error' },
    broken: { status: 502, code: 'engine_error' },
  }
  for (const [model, wanted] of Object.entries(expected))
    for (const stream of [true, false]) {
      const answer = await relay.post(chatOf(model, { stream }))
      const { error } = (await answer.json()) as { error: object }
      t.match(
        {
          ...error,
          status: answer.status,
          wait: answer.headers.get('retry-after'),
          retry: answer.headers.get('x-should-retry'),
        },
        wanted,
        `${model} stream=${stream}`,
      )
      t.notMatch(
        JSON.stringify(error),
        /sk-abc|127\.0\.0\.1|<html/,
        'no secret, no address, no page',
      )
    }
})

t.test('an engine that is not there is a 503, and comes back without a restart', async (t) => {
  const gone = await startEndpoint(() => stream())
  await gone.close()
  const relay = await startRelay({ engine: 'openai', engineUrl: gone.origin, models: ['m'] })
  t.teardown(() => relay.stop())
  const answer = await relay.post(chatOf('m'))
  t.equal(answer.status, 503)
  t.ok(Number(answer.headers.get('retry-after')) > 0)
  t.match(await answer.json(), { error: { code: 'engine_unavailable' } })
  const ready = await fetch(`${relay.url}/readyz`)
  t.equal(ready.status, 503)
  t.match(await ready.json(), { reason: /engine/ })
  t.equal((await fetch(`${relay.url}/healthz`)).status, 200)
})

/** An engine that begins an answer for `flowing`, keeps silent for `silent`, and counts who gave up. */
async function startCounting(t: Test) {
  const counts = { asked: 0, given: 0 }
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { model } = JSON.parse(Buffer.concat(parts).toString()) as { model: string }
    counts.asked += 1
    response.on('close', () => {
      if (!response.writableFinished) counts.given += 1
    })
    if (model === 'silent') return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(HELLO.join(''))
    if (model === 'ok') response.end(END.join(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { counts, url: `http://127.0.0.1:${port}` }
}

t.test('a client that leaves frees the engine in every phase, and its slot', async (t) => {
  const { counts, url } = await startCounting(t)
  const models = ['flowing', 'silent', 'ok']
  const relay = await startRelay({ engine: 'openai', engineUrl: url, models, slots: 1 })
  t.teardown(() => relay.stop())
  const phases: [string, object][] = [
    ['flowing', { stream: true }],
    ['silent', { stream: true }],
    ['silent', {}],
    ['flowing', {}],
  ]
  for (const [model, rest] of phases) {
    const { asked, given } = counts
    const leave = new AbortController()
    const first = relay
      .post(chatOf(model, rest), { signal: leave.signal })
      .then((answer) => answer.text())
    await until(() => counts.asked === asked + 1)

    // While that one holds the only slot, another waits in the queue and leaves from there.
    const leaveQueue = new AbortController()
    const waiting = relay.post(chatOf('ok'), { signal: leaveQueue.signal })
    setTimeout(() => leaveQueue.abort(), 20)
    await t.rejects(waiting)

    leave.abort()
    await t.rejects(first)
    await until(() => counts.given === given + 1)
    const next = await relay.post(chatOf('ok'))
    t.equal(next.status, 200, `${model} ${JSON.stringify(rest)}: the slot is free again`)
    await next.text()
    t.equal(counts.asked, asked + 2, 'who left the queue never reached the engine')
  }
})

t.test('a reader that stops reading holds the engine back, then loses its slot', async (t) => {
  const events = chunk({ content: 'x'.repeat(65_536) })
  let sent = 0
  let gaveUp = false
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    response.on('close', () => {
      gaveUp = true
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    while (!response.destroyed && sent < 64 * 1_048_576) {
      sent += events.length
      if (!response.write(events))
        await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const engineUrl = `http://127.0.0.1:${port}`
  const relay = await startRelay({ engine: 'openai', engineUrl, models: ['m'], slowReaderMs: 150 })
  t.teardown(async () => {
    await relay.stop()
    server.close()
  })
  const body = JSON.stringify(chatOf('m', { stream: true }))
  const socket = connect(Number(new URL(relay.url).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.pause()
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await until(() => gaveUp)
  t.ok(sent < 32 * 1_048_576, `the engine was held back after ${sent} bytes`)
})

t.test('row 255: who waits sees the place in comments that a stock client ignores', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { relay, sdk, engine } = await setup(
    t,
    {
      slow: () => ({ body: HELLO, end: 'hang' }),
      m: () => ({ body: [HELLO[0] ?? '', { waitMs: 400 }, ...HELLO.slice(1), ...END] }),
    },
    { slots: 1, openMs: 20, heartbeatMs: 20 },
  )
  const leave = new AbortController()
  const first = relay.post(chatOf('slow', { stream: true }), { signal: leave.signal })
  await until(() => engine.asks.length === 1)

  const answer = await relay.post(chatOf('m', { stream: true }))
  t.equal(answer.status, 200, 'headers come while it waits')
  const text = answer.text()
  const stock = (async () => {
    let said = ''
    for await (const part of await sdk.chat.completions.create({
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
    }))
      said += part.choices[0]?.delta.content ?? ''
    return said
  })()
  setTimeout(release, 100)
  await held
  leave.abort()
  await t.rejects(first.then((answer) => answer.text()))
  const seen = await text
  t.match(seen, /^: aircoder queue position=1 of=\d\n(?!\n)/, 'a comment, one newline, no id')
  t.match(seen, /: aircoder phase=writing\n/, 'also while the engine is silent in the middle')
  t.match(seen, /data: \[DONE\]\n\n$/)
  t.notMatch(seen, /^id:/m)
  t.equal(await stock, 'Grüße 한국어')
})

t.test('an error after the headers is the last event', async (t) => {
  const { relay, engine } = await setup(
    t,
    { hang: () => ({ end: 'silent' }), bad: () => errorAct(400, { message: 'no' }) },
    { openMs: 10, heartbeatMs: 10, firstTokenMs: 80, slots: 1 },
  )
  const first = relay.post(chatOf('hang', { stream: true }))
  await until(() => engine.asks.length === 1)
  const second = await relay.post(chatOf('bad', { stream: true }))
  t.equal(second.status, 200)
  t.match(lastEvent(await second.text()), { error: { code: 'invalid_request', retryable: false } })
  t.match(lastEvent(await (await first).text()), {
    error: { code: 'engine_timeout', retryable: true },
  })
})

t.test('completions and embeddings are relayed as they are', async (t) => {
  const list = { object: 'list', data: [{ embedding: [0.1] }] }
  const { relay, engine } = await setup(t, {
    m: ({ path }) =>
      path === '/v1/embeddings'
        ? { headers: { 'content-type': 'application/json' }, body: [JSON.stringify(list)] }
        : stream(event({ choices: [{ text: 'x', finish_reason: 'stop' }] }), DONE),
    cut: () => stream(event({ choices: [{ text: 'x', finish_reason: null }] })),
  })
  const embeddings = await relay.post({ model: 'm', input: 'x' }, { path: '/v1/embeddings' })
  t.same(await embeddings.json(), list)
  t.same(JSON.parse(engine.asks[0]?.body ?? ''), { model: 'm', input: 'x' })
  const body = { model: 'm', prompt: 'x', stream: true }
  const text = await (await relay.post(body, { path: '/v1/completions' })).text()
  t.match(text, /"text":"x"[\s\S]*data: \[DONE\]\n\n$/)
  const cut = await relay.post({ ...body, model: 'cut' }, { path: '/v1/completions' })
  t.match(lastEvent(await cut.text()), { error: { code: 'engine_stopped' } })
})

t.test('stopping ends running streams with an error event and refuses new ones', async (t) => {
  const { relay, engine } = await setup(
    t,
    { m: () => ({ body: HELLO, end: 'hang' }) },
    { drainMs: 100 },
  )
  const running = relay.post(chatOf('m', { stream: true })).then((answer) => answer.text())
  await until(() => engine.asks.length === 1)
  const stopped = relay.stop()
  const late = await relay.post(chatOf('m'))
  t.equal(late.status, 503)
  t.ok(late.headers.get('retry-after'))
  t.equal((await fetch(`${relay.url}/readyz`)).status, 503)
  t.match(lastEvent(await running), { error: { code: 'engine_unavailable', retryable: true } })
  await stopped
  await t.rejects(fetch(`${relay.url}/healthz`), 'nothing listens any more')
})
