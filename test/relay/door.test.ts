import { once } from 'node:events'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import t, { type Test } from 'tap'
import { checkJsonLimits } from '../../libs/relay/http/body/json_limits.js'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { chatOf, startRelay, until } from '../kit/relay.js'

const TOKEN = 'a-token-of-this-test'
const AUTH = `authorization: Bearer ${TOKEN}\r\n`
const BODY = JSON.stringify(chatOf('m'))

async function setup(t: Test, values: Record<string, unknown> = {}) {
  const engine = await startEndpoint(
    () => stream(chunk({ content: 'x' }), chunk({}, 'stop'), DONE),
    { models: [{ id: 'm' }] },
  )
  const { createHash } = await import('node:crypto')
  const sha256 = createHash('sha256').update(TOKEN).digest('hex')
  const relay = await startRelay({
    engine: 'openai',
    engineUrl: engine.origin,
    insecureLoopback: false,
    tokens: [{ name: 'alice', sha256 }],
    ...values,
  })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const { port } = new URL(relay.url)
  return { engine, relay, port: Number(port) }
}

/** Sends bytes as they are; gives what came when the other side closed or had given one whole answer. */
function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part) => {
      answer += part
      const size = /content-length: (\d+)/i.exec(answer)?.[1]
      const head = answer.indexOf('\r\n\r\n')
      if (head !== -1 && answer.length >= head + 4 + Number(size ?? 0)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0)

t.test('only the names of this machine are accepted as host', async (t) => {
  const { port, engine } = await setup(t, {
    hosts: ['Gpu.example.org', '*.lab.example', '[fd7a:0::5]'],
  })
  const ask = (host: string, path = '/v1/models', version = '1.1') =>
    sendRaw(port, `GET ${path} HTTP/${version}\r\n${host}${AUTH}connection: close\r\n\r\n`)
  for (const host of [
    `127.0.0.1:${port}`,
    '127.0.0.1',
    'localhost:1',
    'LOCALHOST',
    'localhost.',
    `[::1]:${port}`,
    '[0:0:0:0:0:0:0:1]',
    '[0::0001]:1',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:FFFF:127.0.0.1]',
    '[FD7A::0:5]',
    'gpu.example.org',
    'GPU.example.org:443',
    'a.lab.example',
    hostname(),
  ])
    t.equal(statusOf(await ask(`host: ${host}\r\n`)), 200, host)
  for (const host of [
    'evil.example',
    '127.0.0.1.evil.example',
    'evil.example:127',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
    'localhost, evil.example',
    'lab.example',
    'a.lab.example.evil',
    'box.tail1234.ts.net',
    '10.0.0.1',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '[::ffff:127.0.0.1',
    '[::2]',
    '[::ffff:a00:1]',
    '[::1::]',
    '[1.2]',
    '127.0.0.1:999999',
    ' ',
  ]) {
    const answer = await ask(`host: ${host}\r\n`)
    t.match(answer, /^HTTP\/1\.1 403 .*"code":"host_not_allowed"/s, host)
    t.equal(statusOf(await ask(`host: ${host}\r\n`, '/healthz')), 403, 'not even to say it lives')
  }
  t.equal(statusOf(await ask('host: localhost\r\nhost: evil.example\r\n')), 400, 'two')
  t.equal(statusOf(await ask('host: localhost\r\nHost: localhost\r\n')), 400, 'two alike')
  t.equal(statusOf(await ask('')), 400, 'none')
  t.equal(statusOf(await ask('', '/v1/models', '1.0')), 403, 'none, in the old version')
  t.equal(engine.asks.length, 0)
})

t.test('a page of another site is refused, and CORS allows none', async (t) => {
  const { port, engine, relay } = await setup(t, { hosts: ['gpu.example.org'] })
  const post = (origin: string, host = `127.0.0.1:${port}`) =>
    sendRaw(
      port,
      `POST /v1/chat/completions HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n${AUTH}content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
    )
  for (const origin of [
    'https://evil.example',
    'null',
    `http://localhost:${port}`,
    'http://127.0.0.1:3000',
    `http://127.0.0.1:${port}.evil.example`,
    'file://',
    'nonsense',
  ])
    t.match(await post(origin), /^HTTP\/1\.1 403 .*"code":"origin_not_allowed"/s, origin)
  t.equal(engine.asks.length, 0)
  t.equal(statusOf(await post(`http://127.0.0.1:${port}`)), 200, 'our own page')
  t.equal(statusOf(await post('https://gpu.example.org')), 200, 'a host of the settings')
  const answers = [
    await sendRaw(
      port,
      `OPTIONS /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\naccess-control-request-method: POST\r\nconnection: close\r\n\r\n`,
    ),
    await post(`http://127.0.0.1:${port}`),
  ]
  for (const answer of answers) t.notMatch(answer, /access-control/i)
  t.equal(statusOf(answers[0] ?? ''), 403)
  const form = await fetch(`${relay.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/plain' },
    body: BODY,
  })
  t.equal(form.status, 400, 'what a form can post is no JSON')
})

t.test('an invalid request is refused in the common shape of errors', async (t) => {
  const { port, engine, relay } = await setup(t)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-type: application/json\r\n`
  const size = `content-length: ${BODY.length}\r\n`
  const get = (line: string, more = '') =>
    `${line}\r\nhost: localhost\r\n${AUTH}${more}connection: close\r\n\r\n`
  const cases: [string, string | Buffer, number[]][] = [
    ['length and chunks', `${head}${size}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
    ['chunks and length', `${head}transfer-encoding: chunked\r\n${size}\r\n0\r\n\r\n`, [400]],
    ['two lengths', `${head}${size}content-length: 0\r\n\r\n${BODY}`, [400]],
    ['two lengths alike', `${head}${size}${size}\r\n${BODY}`, [400]],
    ['a list of lengths', `${head}content-length: 5, 5\r\n\r\nhello`, [400]],
    ['a negative length', `${head}content-length: -1\r\n\r\n`, [400]],
    ['a length with a sign', `${head}content-length: +5\r\n\r\nhello`, [400]],
    ['a length in hex', `${head}content-length: 0x5\r\n\r\nhello`, [400]],
    ['a length beyond numbers', `${head}content-length: 99999999999999999999\r\n\r\n`, [400, 413]],
    ['a length beyond the cap', `${head}content-length: 999999999\r\n\r\n`, [413]],
    ['chunks that are none', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`, [400]],
    [
      'a chunk beyond numbers',
      `${head}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n`,
      [400, 413],
    ],
    ['an unknown coding', `${head}transfer-encoding: xchunked\r\n\r\n${BODY}`, [400]],
    ['chunked is not last', `${head}transfer-encoding: chunked, identity\r\n\r\n`, [400]],
    ['a coding with a tab', `${head}transfer-encoding:\tchunked\r\n${size}\r\n0\r\n\r\n`, [400]],
    ['a space before the colon', `${head}content-length : 5\r\n\r\nhello`, [400]],
    ['a folded header', `${head}x-a: 1\r\n b: 2\r\n${size}\r\n${BODY}`, [400]],
    ['a NUL in a header', `${head}x-a: 1\0\r\n${size}\r\n${BODY}`, [400]],
    ['a line feed alone in a header', `${head}x-a\nx-b: 1\r\n${size}\r\n${BODY}`, [400]],
    ['a carriage return alone', `${head}x-a: 1\rx-b: 2\r\n${size}\r\n${BODY}`, [400]],
    ['line feeds alone', get('GET /v1/models HTTP/1.1').replaceAll('\r\n', '\n'), [400]],
    ['a header without a name', `${head}: 1\r\n${size}\r\n${BODY}`, [400]],
    ['a header without a colon', `${head}nonsense\r\n${size}\r\n${BODY}`, [400]],
    ['no version', `GET /v1/models\r\nhost: localhost\r\n\r\n`, [400]],
    ['a version to come', get('GET /v1/models HTTP/9.9'), [400]],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['no method', get('/v1/models HTTP/1.1'), [400]],
    ['a method in small letters', get('get /v1/models HTTP/1.1'), [400]],
    ['a method that is none', get('BREW /v1/models HTTP/1.1'), [400]],
    ['a space in the path', get('GET /v1/mod els HTTP/1.1'), [400]],
    ['a long path', get(`GET /${'a'.repeat(20_000)} HTTP/1.1`), [431]],
    ['a long header', get('GET /v1/models HTTP/1.1', `x-a: ${'a'.repeat(20_000)}\r\n`), [431]],
    ['a few too many headers', get('GET /v1/models HTTP/1.1', 'x-a: b\r\n'.repeat(250)), [431]],
    ['many headers', get('GET /v1/models HTTP/1.1', 'x-a: b\r\n'.repeat(3_000)), [431]],
    ['a greeting of TLS', Buffer.from('160301020001000000', 'hex'), [400]],
    ['noise', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), [400]],
    ['a tunnel', `CONNECT localhost:11434 HTTP/1.1\r\nhost: localhost\r\n${AUTH}\r\n`, [0, 404]],
    ['a trace', get('TRACE /v1/models HTTP/1.1'), [404]],
    ['any path', get('OPTIONS * HTTP/1.1'), [404]],
    ['another host in the path', get('GET http://evil.example/v1/models HTTP/1.1'), [404]],
    ['an authority alone', get('GET localhost:11434 HTTP/1.1'), [400, 404]],
    [
      'another method in a header',
      get('GET /v1/chat/completions HTTP/1.1', 'x-http-method-override: POST\r\n'),
      [404],
    ],
    [
      'another path in a header',
      get('GET /nowhere HTTP/1.1', 'x-original-url: /v1/models\r\n'),
      [404],
    ],
    ['two tokens', get('GET /v1/models HTTP/1.1', 'authorization: Bearer other\r\n'), [400]],
    ['an upgrade', get('GET /api/tags HTTP/1.1', 'upgrade: websocket\r\n'), [404]],
    ['an expectation', get('GET /v1/models HTTP/1.1', 'expect: miracles\r\n'), [417]],
    ['a compressed body', `${head}content-encoding: gzip\r\n${size}\r\n${BODY}`, [400]],
  ]
  for (const [name, bytes, statuses] of cases) {
    const answer = await sendRaw(port, bytes)
    t.ok(statuses.includes(statusOf(answer)), `${name}: ${answer.split('\r\n')[0]}`)
    if (!statuses.includes(0) && statusOf(answer) !== 417)
      t.match(answer, /\{"error":\{"message":"[^"]+","type":"\w+","code":"\w+"/, name)
    t.notMatch(answer, /evil\.example|miracles/, 'what was sent is not repeated')
  }
  t.equal(engine.asks.length, 0, 'the engine saw none of it')
  const good = await relay.post(chatOf('m'), { headers: { authorization: `Bearer ${TOKEN}` } })
  t.equal(good.status, 200, 'and all is well afterwards')
})

t.test('a second request on the same connection cannot break the first answer', async (t) => {
  const { port } = await setup(t)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    socket.on('data', (part) => {
      if (text === '') socket.write('\0\0 nonsense\r\n\r\n')
      text += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  t.equal(statusOf(answer), 200)
  t.equal(answer.match(/HTTP\/1\.1/g)?.length, 1, 'no second head in the middle')
})

t.test('a request that will be refused is refused before its large body is sent', async (t) => {
  const { port } = await setup(t)
  const ask = async (auth: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${auth}content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${BODY.length}\r\n\r\n`,
    )
    const [first] = await once(socket, 'data')
    if (statusOf(String(first)) !== 100) return { first: String(first), last: '' }
    socket.write(BODY)
    const [last] = await once(socket, 'data')
    socket.destroy()
    return { first: String(first), last: String(last) }
  }
  const refused = await ask('')
  t.equal(statusOf(refused.first), 401)
  const taken = await ask(AUTH)
  t.equal(statusOf(taken.first), 100)
  t.equal(statusOf(taken.last), 200)
})

t.test('deep and large JSON is refused before it is parsed', async (t) => {
  const { relay, engine } = await setup(t)
  const send = (body: string) =>
    fetch(`${relay.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body,
    })
  const within = (tools: string) =>
    `{"model":"m","messages":[{"role":"user","content":"]]]]\\"[[[[\\\\"}],"x":${tools}}`
  t.equal((await send(within('['.repeat(60) + ']'.repeat(60)))).status, 200)
  for (const body of [
    within('['.repeat(70) + ']'.repeat(70)),
    within('{"a":'.repeat(50_000)),
    '['.repeat(1_000_000),
    within(`[${'0,'.repeat(600_000)}0]`),
    '{"constructor":{"prototype":{"x":1}}}',
    within('{"__proto__":null}'),
  ]) {
    const answer = await send(body)
    t.equal(answer.status, 400)
    t.match(await answer.json(), { error: { code: 'invalid_request' } })
  }
  t.equal(engine.asks.length, 1)
  t.doesNotThrow(
    () => checkJsonLimits('"never closed [[[['),
    'a broken string is the parser’s to refuse',
  )
  const quotes = `["${'\\\\'.repeat(200_000)}${'\\"'.repeat(200_000)}"]`
  t.doesNotThrow(() => checkJsonLimits(quotes))
})

/** So many clients that send a header of a request a byte at a time, all connected. */
async function connectSlowly(t: Test, port: number, count: number) {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').resume())
  let left = 0
  for (const socket of sockets)
    socket
      .on('error', () => {})
      .on('close', () => {
        left += 1
      })
  let drip: NodeJS.Timeout | undefined
  const close = () => {
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
  }
  t.teardown(close)
  await until(() => sockets.every((socket) => !socket.connecting))
  for (const socket of sockets)
    socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 200)
  return { close, left: () => left }
}

t.test('clients with slow headers are closed in time', async (t) => {
  const { port } = await setup(t, { headersMs: 300 })
  const slow = await connectSlowly(t, port, 20)
  await until(() => slow.left() === 20)
  t.equal(slow.left(), 20)
})

t.test('500 clients with slow headers do not block others', async (t) => {
  const { port, relay } = await setup(t, { connectionsPerAddress: 510, headersMs: 600_000 })
  const slow = await connectSlowly(t, port, 500)
  const answer = await relay.post(chatOf('m'), { headers: { authorization: `Bearer ${TOKEN}` } })
  await answer.text()
  t.equal(answer.status, 200)
  t.equal(slow.left(), 0, 'all slow ones were still connected')
  slow.close()
  await until(() => slow.left() === 500)

  // One address has so many connections; for the next one the longest idle is closed.
  let turnedAway = 0
  const many = Array.from({ length: 530 }, () => connect(port, '127.0.0.1').resume())
  for (const socket of many)
    socket
      .on('error', () => {})
      .on('close', () => {
        turnedAway += 1
      })
  t.teardown(() => {
    for (const socket of many) socket.destroy()
  })
  await until(() => turnedAway >= 20)
  t.ok(turnedAway < 40, `${turnedAway} were turned away`)
})
