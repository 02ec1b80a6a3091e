import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { chatOf, startRelay } from '../kit/relay.js'

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')
const ALICE = { authorization: 'Bearer alices-own-token' }

async function setup(t: Test, values: Record<string, unknown> = {}) {
  const engine = await startEndpoint(
    () => stream(chunk({ content: 'x' }), chunk({}, 'stop'), DONE),
    {
      models: [{ id: 'm', context_window: 100 }, { id: 'other' }],
    },
  )
  const relay = await startRelay({
    engine: 'openai',
    engineUrl: engine.origin,
    tokens: [
      { name: 'alice', sha256: sha256('alices-own-token') },
      { name: 'bob', sha256: sha256('bobs-own-token') },
    ],
    ...values,
  })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  return { engine, relay }
}

/** Sends bytes as they are, and gives back whatever comes until the other side closes. */
function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

t.test('row 256: only a valid token is accepted', async (t) => {
  const { relay, engine } = await setup(t)
  t.equal((await relay.post(chatOf('m'), { headers: ALICE })).status, 200)
  const seen = engine.asks.length
  for (const authorization of [
    'Bearer wrong',
    'Bearer ',
    'Basic YTpi',
    sha256('alices-own-token'),
  ]) {
    const answer = await relay.post(chatOf('m'), { headers: { authorization } })
    t.equal(answer.status, 401)
    t.match(await answer.json(), {
      error: { code: 'invalid_api_key', type: 'authentication_error', retryable: false },
    })
  }
  t.equal((await fetch(`${relay.url}/v1/models`)).status, 401)
  t.equal((await fetch(`${relay.url}/healthz`)).status, 200, 'whether it lives is no secret')
  t.equal(engine.asks.length, seen)
})

t.test('the token is checked before the body is read', async (t) => {
  const { relay } = await setup(t)
  // 10 MB are announced and never sent: only who is known would be waited for.
  const head =
    'POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10000000\r\nconnection: close\r\n\r\n{'
  t.match(await sendRaw(relay.url, head), /^HTTP\/1\.1 401 /)
})

t.test('invalid bodies are refused with errors in the shape of OpenAI', async (t) => {
  const { relay, engine } = await setup(t, { bodyBytes: 2_048 })
  const send = (body: string, type = 'application/json') =>
    fetch(`${relay.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...ALICE, 'content-type': type },
      body,
    })
  const user = (content: unknown) =>
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
  const cases: [Response, number, string, RegExp?][] = [
    [await send('{'), 400, 'invalid_request', /^The body is not valid JSON\.$/],
    [await send(''), 400, 'invalid_request', /^The body is empty\. Send JSON\.$/],
    [await send('[]'), 400, 'invalid_request', /^The body is invalid: it must be an object$/],
    [await send('{"__proto__":{"x":1},"model":"m"}'), 400, 'invalid_request'],
    [await send(user('hi'), 'text/plain'), 400, 'invalid_request', /application\/json/],
    [await send('{"messages":[]}'), 400, 'invalid_request', /^model: it is missing$/],
    [
      await send('{"model":"m","messages":[]}'),
      400,
      'invalid_request',
      /^messages: it must not be empty$/,
    ],
    [
      await send('{"model":"m","messages":[{"role":"narrator","content":"x"}]}'),
      400,
      'invalid_request',
      /^messages\.0\.role: it must be one of system, developer, user, assistant, tool$/,
    ],
    [await send(user([])), 400, 'invalid_request', /^messages\.0\.content: it must not be empty$/],
    [
      await send(user(null)),
      400,
      'invalid_request',
      /content: it must be a string or a list of parts$/,
    ],
    [
      await send('{"model":"m","messages":[{"role":"assistant","content":null}]}'),
      400,
      'invalid_request',
      /content/,
    ],
    [await send(user('x'.repeat(4_096))), 413, 'request_too_large'],
    [await send(user('many words '.repeat(90))), 400, 'context_length_exceeded', /100/],
    [
      await send('{"model":"nope","messages":[{"role":"user","content":"x"}]}'),
      404,
      'model_not_found',
      /nope/,
    ],
  ]
  for (const [answer, status, code, message] of cases) {
    t.equal(answer.status, status)
    t.equal(answer.headers.get('x-should-retry'), 'false')
    t.match(await answer.json(), {
      error: {
        code,
        type: 'invalid_request_error',
        message: message ?? String,
        request_id: /^req_/,
      },
    })
  }
  t.equal(engine.asks.length, 0)
})

t.test('only served models may be used', async (t) => {
  const { relay } = await setup(t, { models: ['m', 'bench*'] })
  const list = await fetch(`${relay.url}/v1/models`, { headers: ALICE })
  t.match(await list.json(), { data: [{ id: 'm', context_window: 100 }] })
  for (const [model, status] of [
    ['m', 200],
    ['other', 403],
    ['unknown', 404],
    ['bench;t=5', 200],
  ] as const)
    t.equal((await relay.post(chatOf(model), { headers: ALICE })).status, status, model)
})

t.test('each route has one spelling; all other paths give 404', async (t) => {
  const { relay, engine } = await setup(t)
  const authorization =
    'authorization: Bearer alices-own-token\r\nconnection: close\r\nhost: 127.0.0.1'
  const body = JSON.stringify(chatOf('m'))
  const paths = [
    '/api/tags',
    '/api/pull',
    '/api/delete',
    '/v1',
    '/v1/',
    '/v1/models/',
    '/v1/models/m/',
    '/v1/models/none',
    '/v1//models/m',
    '/V1/models/m',
    '/v1/models/../chat/completions',
    '//v1/models',
    '/v1//models',
    '/v1/./models',
    '/v1/../api/tags',
    '/v1/%6dodels',
    '/v1/models%2f',
    '/V1/models',
    '/v1/MODELS',
    '/v1/models;x=1',
    '/v1/models%00',
    '/v1/chat/completions/',
    '/v1/chat/completions/../../api/pull',
    '/v1/chat%2fcompletions',
    '/v1/%63hat/completions',
    'http://127.0.0.1/api/tags',
    'http://127.0.0.1/v1/models',
    '/v1/responses',
    '/v1/messages',
    '/metrics/',
    '/METRICS',
    '/v1/models\\..\\api',
    '/%2e%2e/api/tags',
    '/v1/models#x',
  ]
  for (const path of paths)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const text = `${method} ${path} HTTP/1.1\r\n${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      t.match(await sendRaw(relay.url, text), /^HTTP\/1\.1 (?:404|400) /, `${method} ${path}`)
    }
  for (const [method, path] of [
    ['GET', '/v1/chat/completions'],
    ['POST', '/v1/models'],
    ['POST', '/v1/models/m'],
    ['DELETE', '/v1/models/m'],
    ['HEAD', '/healthz'],
    ['OPTIONS', '/v1/models'],
    ['CONNECT', 'x:1'],
    ['PUT', '/v1/chat/completions'],
  ])
    t.notMatch(
      await sendRaw(relay.url, `${method} ${path} HTTP/1.1\r\n${authorization}\r\n\r\n`),
      /^HTTP\/1\.1 2/,
      `${method} ${path}`,
    )
  t.equal(engine.asks.length, 0, 'the engine saw none of it')
  const one = await fetch(`${relay.url}/v1/models/m`, { headers: ALICE })
  t.equal(one.status, 200, 'the route of one model')
  const query = await fetch(`${relay.url}/v1/models?api-version=1`, { headers: ALICE })
  t.equal(query.status, 200, 'a query is harmless')
})

t.test('smuggled framing is refused', async (t) => {
  const { relay, engine } = await setup(t)
  const head =
    'POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer alices-own-token\r\ncontent-type: application/json\r\n'
  const body = JSON.stringify(chatOf('m'))
  const frames = [
    `content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n\r\n${body}`,
    `content-length: ${body.length}\r\ncontent-length: 1\r\n\r\n${body}`,
    `transfer-encoding: chunked, identity\r\n\r\n${body}`,
    `x-bad\nheader: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  ]
  for (const frame of frames) t.match(await sendRaw(relay.url, head + frame), /^HTTP\/1\.1 400 /)
  t.equal(engine.asks.length, 0)
})

t.test(
  'a full queue answers 429 to the person who fills it and 503 to others, with Retry-After',
  async (t) => {
    const engine = await startEndpoint(() => ({ end: 'silent' }), { models: [{ id: 'm' }] })
    const relay = await startRelay({
      engine: 'openai',
      engineUrl: engine.origin,
      slots: 1,
      queueRequests: 3,
      userQueued: 2,
      openMs: 10,
      heartbeatMs: 10,
      tokens: ['alice', 'bob', 'carol'].map((name) => ({ name, sha256: sha256(name) })),
    })
    t.teardown(async () => {
      await relay.stop()
      await engine.close()
    })
    const leave = new AbortController()
    const as = (name: string, signal = leave.signal) =>
      relay.post(chatOf('m', { stream: true }), {
        headers: { authorization: `Bearer ${name}` },
        signal,
      })
    // Headers come as soon as it waits, so each has its place before the next one asks. The answers are kept: undici
    // cancels one that is collected, and its place would be free.
    const waiting: Response[] = []
    for (const name of ['alice', 'alice', 'alice', 'bob']) waiting.push(await as(name))
    t.same(
      waiting.map((answer) => answer.status),
      [200, 200, 200, 200],
    )
    for (const [name, status, code] of [
      ['alice', 429, 'queue_full'],
      ['bob', 429, 'queue_full'],
      ['carol', 503, 'engine_unavailable'],
    ] as const) {
      const answer = await as(name)
      t.equal(answer.status, status, name)
      t.ok(Number(answer.headers.get('retry-after')) >= 2)
      t.equal(answer.headers.get('x-should-retry'), 'true')
      // An answer that is served has no end here.
      if (answer.status === status)
        t.match(await answer.json(), { error: { code, retryable: true } })
    }
    leave.abort()
    t.equal(waiting.length, 4, 'all answers were kept to the end')
  },
)

t.test('a client with a wrong base URL, or of another API, reads what to change', async (t) => {
  const { relay } = await setup(t)
  const cases: [path: string, says: string][] = [
    ['/models', 'There is no such route. The base URL of the client must end with /v1.'],
    ['/chat/completions', 'There is no such route. The base URL of the client must end with /v1.'],
    [
      '/v1/v1/models',
      'There is no such route. The base URL of the client must end with /v1 only once.',
    ],
    [
      '/v1/responses',
      'There is no such route. The Responses API is not served. Chat is POST /v1/chat/completions.',
    ],
    [
      '/api/chat?x=1',
      'There is no such route. This proxy speaks the API of OpenAI below /v1, not that of Ollama. Chat is POST /v1/chat/completions.',
    ],
    ['/v1/files', 'There is no such route. Chat is POST /v1/chat/completions.'],
  ]
  for (const [path, says] of cases) {
    const answer = await fetch(`${relay.url}${path}`, { headers: ALICE })
    t.equal(answer.status, 404, path)
    t.match(await answer.json(), { error: { code: 'not_found', message: says } }, path)
  }
})
