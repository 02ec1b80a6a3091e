import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import t, { type Test } from 'tap'
import { type ChatRequest, type Clock, type Reply, systemClock } from '#core'
import { type ClientOptions, createClient, listModels, type ModelEvent } from '#model'
import {
  type Act,
  chunk,
  errorAct,
  event,
  type FakeEndpoint,
  redirectTo,
  startEndpoint,
  stream,
  streamed,
  webPage,
} from '../kit/fake_endpoint.js'
import { holdsAtSomePace } from '../kit/pace.js'

const REQUEST: ChatRequest = {
  model: 'fake',
  messages: [{ role: 'user', content: 'hi' }],
  tools: [],
}
const HELLO = streamed({ content: 'Hello', reasoning: '', tool_calls: [], finish_reason: 'stop' })
/** Timers that no test outlives: what ends before them ended for another reason. */
const NEVER = { connectMs: 600_000, firstTokenMs: 600_000, idleMs: 600_000 }
const LIMITS = { connectMs: 2_000, firstTokenMs: 2_000, idleMs: 2_000 }

/** Time that only moves when somebody sleeps; remembers every sleep. */
function fakeClock(): Clock & { sleeps: number[] } {
  const sleeps: number[] = []
  let at = 0
  return {
    sleeps,
    now: () => at,
    monotonic: () => at,
    async sleep(ms) {
      sleeps.push(ms)
      at += ms
    },
  }
}

interface Heard {
  reply: Reply
  events: ModelEvent[]
}

async function ask(
  options: Omit<ClientOptions, 'clock'> & { clock?: Clock },
  signal = new AbortController().signal,
  onEvent: (event: ModelEvent) => void = () => {},
): Promise<Heard> {
  const client = createClient({ clock: fakeClock(), limits: LIMITS, random: () => 1, ...options })
  const run = client.ask(REQUEST, { step: 1, sessionId: 's_1', signal })
  const events: ModelEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return { reply: next.value, events }
    events.push(next.value)
    if (next.value.type !== 'phase') onEvent(next.value)
  }
}

async function endpoint(t: Test, ...acts: Act[]): Promise<FakeEndpoint> {
  const started = await startEndpoint((_, n) => acts[Math.min(n, acts.length) - 1] ?? HELLO)
  t.teardown(() => started.close())
  return started
}

function waits(events: ModelEvent[]): string[] {
  return events.flatMap((each) => (each.type === 'waiting' ? [each.text] : []))
}

t.test('row 25: 503, 503, 200 makes three requests with growing pauses', async (t) => {
  const fake = await endpoint(t, errorAct(503, { message: 'busy' }), errorAct(503, {}), HELLO)
  const clock = fakeClock()
  const { reply, events } = await ask({ baseUrl: fake.baseUrl, clock })
  t.equal(reply.problem, null)
  t.equal(reply.text, 'Hello')
  t.equal(fake.asks.length, 3)
  t.same(clock.sleeps, [500, 1_000])
  const lines = waits(events)
  t.equal(lines.length, 2)
  t.match(lines[1], /answers 503 .*; 0\.5 s so far, try 3 of 4 in 1\.0 s/)
  t.equal(new Set(fake.asks.map((each) => each.body)).size, 1, 'the same bytes each time')
})

t.test('row 25: 400 makes one request', async (t) => {
  const fake = await endpoint(t, errorAct(400, { message: 'no such field' }))
  const { reply } = await ask({ baseUrl: fake.baseUrl })
  t.equal(fake.asks.length, 1)
  t.match(reply.problem, { code: 'inference_error', message: /answers 400: no such field/ })
})

t.test('the number of tries is limited, and jitter shortens the pauses', async (t) => {
  const fake = await endpoint(t, errorAct(500, { message: 'broken' }))
  const clock = fakeClock()
  const { reply } = await ask({ baseUrl: fake.baseUrl, clock, random: () => 0.5 })
  t.equal(fake.asks.length, 4)
  t.same(clock.sleeps, [250, 500, 1_000])
  t.match(reply.problem, { code: 'inference_error', message: /answers 500: broken/ })
})

t.test(
  'Retry-After is used up to a limit, and x-should-retry: false prevents a retry',
  async (t) => {
    const after = (value: string) => errorAct(429, {}, { 'retry-after': value })
    const fake = await endpoint(
      t,
      after('3'),
      after('4000'),
      errorAct(429, {}, { 'x-should-retry': 'false' }),
    )
    const clock = fakeClock()
    const { reply } = await ask({ baseUrl: fake.baseUrl, clock, random: () => 0 })
    t.same(clock.sleeps, [3_000, 60_000])
    t.equal(fake.asks.length, 3)
    t.equal(reply.problem?.code, 'inference_error')
  },
)

t.test('refused connections are retried, then reported as unreachable', async (t) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  const clock = fakeClock()
  const { reply, events } = await ask({ baseUrl: `http://127.0.0.1:${port}/v1`, clock })
  t.match(reply.problem, { code: 'unreachable', message: /connection refused/ })
  t.same(clock.sleeps, [500, 1_000, 2_000])
  t.match(waits(events)[0], /connection refused .*try 2 of 4/)
})

t.test(
  'a server that closes each connection is there: it is not reported as missing',
  async (t) => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    const { port } = server.address() as AddressInfo
    const { reply } = await ask({ baseUrl: `http://127.0.0.1:${port}/v1`, clock: fakeClock() })
    t.match(reply.problem, {
      code: 'busy',
      message: `http://127.0.0.1:${port} closed the connection without an answer.`,
    })
  },
)

t.test('a connection lost before the first token is retried, after it never', async (t) => {
  const early: Act = { body: [': queue 1 of 2\n'], end: 'die' }
  const late: Act = { body: [chunk({ content: 'Half an ans' })], end: 'die' }
  const fake = await endpoint(t, early, late, HELLO)
  const { reply, events } = await ask({ baseUrl: fake.baseUrl })
  t.equal(fake.asks.length, 2)
  t.match(reply.problem, { code: 'inference_error', message: /the connection was closed/ })
  t.equal(reply.text, 'Half an ans')
  t.same(reply.calls, [])
  t.ok(waits(events).includes('queued: place 1 of 2'))
})

t.test('no call of an interrupted stream is run, even a complete one', async (t) => {
  const call = { index: 0, id: 'a', function: { name: 'write_file', arguments: '{"path":"x"}' } }
  for (const end of ['die', 'end'] as const) {
    const fake = await endpoint(t, { body: [chunk({ tool_calls: [call] })], end })
    const { reply } = await ask({ baseUrl: fake.baseUrl })
    t.same(reply.calls, [])
    t.equal(reply.problem?.code, 'inference_error')
    t.equal(fake.asks.length, 1)
  }
})

t.test('a connection lost after finish_reason loses nothing', async (t) => {
  const fake = await endpoint(t, {
    body: [chunk({ content: 'All of it' }), chunk({}, 'stop')],
    end: 'die',
  })
  const { reply } = await ask({ baseUrl: fake.baseUrl })
  t.equal(reply.problem, null)
  t.equal(reply.text, 'All of it')
})

t.test('text before a failure is shown, even to a slow reader', async (t) => {
  // With pauses, so that each word is a read of its own.
  const words = ['one ', 'two ', 'three'].flatMap((content) => [chunk({ content }), { waitMs: 20 }])
  const fake = await endpoint(t, { body: words, end: 'die' })
  const client = createClient({ baseUrl: fake.baseUrl, clock: fakeClock(), limits: LIMITS })
  const run = client.ask(REQUEST, { step: 1, sessionId: 's', signal: new AbortController().signal })
  let next = await run.next()
  while (!next.done) {
    await fake.idle()
    next = await run.next()
  }
  t.match(next.value, { text: 'one two three', problem: { code: 'inference_error' } })
})

t.test('a server that keeps the socket open after [DONE] does not delay the reply', async (t) => {
  const fake = await endpoint(t, { ...HELLO, end: 'hang' })
  const { reply } = await ask({ baseUrl: fake.baseUrl, limits: NEVER })
  t.equal(reply.text, 'Hello')
  await fake.idle()
})

t.test(
  'an error event ends the reply; one that says retryable before a token is tried again',
  async (t) => {
    const error = { message: 'engine went away', code: 'engine_error', retryable: true }
    const fake = await endpoint(
      t,
      stream(event({ error })),
      stream(chunk({ content: 'Hal' }), event({ error })),
    )
    const { reply } = await ask({ baseUrl: fake.baseUrl })
    t.equal(fake.asks.length, 2)
    t.match(reply.problem, { code: 'inference_error', message: /engine went away/ })
    t.equal(reply.text, 'Hal')
    const older = await endpoint(
      t,
      stream(event({ object: 'error', message: 'CUDA out of memory' })),
    )
    t.match((await ask({ baseUrl: older.baseUrl })).reply.problem?.message, /CUDA out of memory/)
  },
)

t.test('row 27: a hanging server is given up when the timers expire', async (t) => {
  const silent = await endpoint(t, { end: 'silent' })
  const first = await ask({
    baseUrl: silent.baseUrl,
    limits: { ...NEVER, firstTokenMs: 40, tries: 1 },
  })
  t.match(first.reply.problem, { code: 'inference_error', message: /no first token/ })
  await silent.idle()

  const stalled = await endpoint(t, { body: [chunk({ content: 'I beg' })], end: 'hang' })
  const second = await ask({ baseUrl: stalled.baseUrl, limits: { ...NEVER, idleMs: 40, tries: 1 } })
  t.match(second.reply.problem, { code: 'inference_error', message: /no new token for/ })
  t.equal(second.reply.text, 'I beg')
  await stalled.idle()
  t.equal(stalled.asks.length, 1, 'timeouts are not tried again')
})

t.test('comments keep a queued request alive, but not a stalled stream', async (t) => {
  const beat = (n: number, waitMs: number) => [
    `: aircoder queue position=${n} of=9 eta_s=2${n}\n`,
    { waitMs },
  ]
  let queued: Heard | undefined
  const isKept = await holdsAtSomePace(async (pace) => {
    const beats = [9, 8, 7, 6, 5, 4, 3, 2, 1].flatMap((n) => beat(n, 50 * pace))
    const { baseUrl } = await endpoint(t, stream(...beats, ...(HELLO.body ?? [])))
    const limits = { ...NEVER, firstTokenMs: 250 * pace, idleMs: 250 * pace, tries: 1 }
    queued = await ask({ baseUrl, limits })
    return queued.reply.text === 'Hello'
  })
  t.ok(isKept, `${queued?.reply.problem?.message}`)
  t.equal(waits(queued?.events ?? [])[0], 'queued: place 9 of 9, about 29 s')
  t.equal(waits(queued?.events ?? []).length, 9)

  const forever = Array.from({ length: 40 }, () => beat(1, 50)).flat()
  const stalled = await endpoint(t, stream(chunk({ content: 'x' }), ...forever, chunk({}, 'stop')))
  const end = await ask({ baseUrl: stalled.baseUrl, limits: { ...NEVER, idleMs: 250, tries: 1 } })
  t.match(end.reply.problem, { message: /no new token for/ })
})

t.test('the token goes to the configured origin and never follows a redirect', async (t) => {
  const elsewhere = await endpoint(t, HELLO)
  const fake = await endpoint(t, redirectTo(`${elsewhere.baseUrl}/chat/completions`))
  const { reply } = await ask({ baseUrl: fake.baseUrl, token: 'secret-token' })
  t.match(reply.problem, { code: 'not_api', message: /redirects \(307\)/ })
  t.equal(fake.asks[0]?.headers.authorization, 'Bearer secret-token')
  t.equal(fake.asks.length, 1)
  t.equal(elsewhere.requests.length, 0)
})

t.test('401 and 403 are auth errors and do not repeat the token', async (t) => {
  const fake = await endpoint(
    t,
    errorAct(401, { message: 'bad key secret-token' }),
    errorAct(403, { message: 'model_not_allowed for secret-token' }),
  )
  for (const status of [401, 403]) {
    const { reply } = await ask({ baseUrl: fake.baseUrl, token: 'secret-token' })
    t.equal(reply.problem?.code, 'auth_error')
    t.match(reply.problem?.message, String(status))
    t.notMatch(reply.problem?.message, /secret-token/)
  }
})

t.test('a host name that the proxy refuses is no problem of the token', async (t) => {
  const body = { code: 'host_not_allowed', message: 'This host name is not allowed.' }
  const fake = await endpoint(t, errorAct(403, body))
  const { reply } = await ask({ baseUrl: fake.baseUrl, token: 'secret-token' })
  t.match(reply.problem, { code: 'refused', message: /403: This host name is not allowed/ })
  t.notMatch(reply.problem?.message, /token/)
  const server = createHttpServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: body }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const listed = listModels({ baseUrl: `http://127.0.0.1:${port}/v1`, clock: systemClock })
  await t.rejects(listed, { code: 'ENDPOINT_REFUSES' })
})

t.test('a web page is not the API', async (t) => {
  for (const page of [webPage(), webPage(404)]) {
    const fake = await endpoint(t, page)
    const { reply } = await ask({ baseUrl: fake.baseUrl })
    t.match(reply.problem, { code: 'not_api', message: /with a web page, not the API/ })
    t.equal(fake.asks.length, 1, 'it is not asked again')
  }
})

t.test(
  'a path that the server does not have is not the API; a model that it lacks is',
  async (t) => {
    const [path, model] = [{ message: 'no such route' }, { message: 'model "x" not found' }]
    const fake = await endpoint(t, errorAct(404, path), errorAct(404, model))
    const { reply } = await ask({ baseUrl: fake.baseUrl })
    t.match(reply.problem, {
      code: 'not_api',
      message: /404: no such route\.$/,
    })
    t.equal((await ask({ baseUrl: fake.baseUrl })).reply.problem?.code, 'inference_error')
  },
)

t.test('a call that Ollama reports as cut is a parser error without a retry', async (t) => {
  const fake = await endpoint(
    t,
    errorAct(500, { message: 'invalid tool call arguments: unexpected end of JSON input' }),
  )
  const { reply } = await ask({ baseUrl: fake.baseUrl })
  t.equal(reply.problem?.code, 'parser_error')
  t.equal(fake.asks.length, 1)
})

t.test('an event that is not JSON is an error of the endpoint', async (t) => {
  const fake = await endpoint(t, stream(chunk({ content: 'a' }), 'data: {nope\n\n'))
  const { reply } = await ask({ baseUrl: fake.baseUrl })
  t.match(reply.problem, { code: 'inference_error', message: /not JSON/ })
})

t.test("an abort closes the server's socket in every phase", async (t) => {
  const acts: [string, Act][] = [
    ['before the headers', { end: 'silent' }],
    ['queued', { body: [': queue 2 of 3\n'], end: 'hang' }],
    ['mid-stream', { body: [chunk({ content: 'Hel' })], end: 'hang' }],
  ]
  for (const [phase, act] of acts) {
    const fake = await endpoint(t, act)
    const control = new AbortController()
    const running = ask({ baseUrl: fake.baseUrl, limits: NEVER }, control.signal, () =>
      control.abort(),
    )
    if (phase === 'before the headers') {
      while (fake.asks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      control.abort()
    }
    const { reply } = await running
    t.match(reply.problem, { code: 'inference_error', message: 'interrupted' }, phase)
    await fake.idle()
    t.equal(fake.asks.length, 1)
  }
})

t.test('an abort during the pause between tries ends the ask', async (t) => {
  const fake = await endpoint(t, errorAct(503, {}))
  const control = new AbortController()
  const { reply } = await ask({ baseUrl: fake.baseUrl, limits: NEVER }, control.signal, () =>
    control.abort(),
  )
  t.equal(reply.problem?.message, 'interrupted')
  t.equal(fake.asks.length, 1)
})

t.test('a reader that stops early closes the socket', async (t) => {
  const fake = await endpoint(t, { body: [chunk({ content: 'one' })], end: 'hang' })
  const client = createClient({ baseUrl: fake.baseUrl, clock: fakeClock(), limits: NEVER })
  const signal = new AbortController().signal
  for await (const _ of client.ask(REQUEST, { step: 1, sessionId: 's', signal })) break
  await fake.idle()
  t.equal(fake.openSockets(), 0)
})
