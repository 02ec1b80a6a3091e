import t from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { sendBytes, statusesOf } from '../kit/hostile.js'
import { startRelay, until } from '../kit/relay.js'

/** What a request says; each step of the ladder fixes one of these. */
interface Said {
  host: string
  origin: string
  path: string
  token: string
  type: string
  body: string
}

const ask = (model: string, content = 'hi') =>
  JSON.stringify({ model, messages: [{ role: 'user', content }] })

t.test('the checks run in order, and each has its status and its error code', async (t) => {
  let isHeld = false
  const held: (() => void)[] = []
  const engine = await startEndpoint(
    async () => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      return stream(chunk({ content: 'x' }, 'stop'), DONE)
    },
    { models: ['m', 'closed', 'foreign'].map((id) => ({ id, context_window: 100 })) },
  )
  const person = (name: string, rest: object = {}) => ({
    name,
    sha256: digestOf(`token-${name}`).toString('hex'),
    models: ['m', 'closed'],
    ...rest,
  })
  const relay = await startRelay({
    engine: 'openai',
    engineUrl: engine.origin,
    insecureLoopback: false,
    models: ['m', 'foreign'],
    slots: 1,
    userQueued: 1,
    bodyBytes: 8_192,
    tokens: [person('alice'), person('rare', { limits: { requestsPerMinute: 1 } })],
  })
  t.teardown(async () => {
    for (const answer of held) answer()
    await relay.stop()
    await engine.close()
  })
  const port = Number(new URL(relay.url).port)
  const send = ({ host, origin, path, token, type, body }: Said) =>
    sendBytes(
      port,
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${origin}authorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      { quietMs: 30 },
    )

  // Wrong in every way at first; what is refused is always the first of what is left.
  const said: Said = {
    host: 'evil.example',
    origin: 'origin: https://evil.example\r\n',
    path: '/api/pull',
    token: 'wrong',
    type: 'text/plain',
    body: 'x'.repeat(10_000),
  }
  const ladder: [fix: Partial<Said>, status: number, code: string][] = [
    [{}, 403, 'host_not_allowed'],
    [{ host: 'localhost' }, 403, 'origin_not_allowed'],
    [{ origin: '' }, 404, 'not_found'],
    [{ path: '/v1/chat/completions' }, 401, 'invalid_api_key'],
    [{ token: 'token-alice' }, 400, 'invalid_request'],
    [{ type: 'application/json' }, 413, 'request_too_large'],
    [{ body: '{' }, 400, 'invalid_request'],
    [{ body: '{"model":"unknown"}' }, 400, 'invalid_request'],
    [{ body: ask('unknown', 'many words '.repeat(90)) }, 404, 'model_not_found'],
    [{ body: ask('closed', 'many words '.repeat(90)) }, 403, 'model_not_allowed'],
    [{ body: ask('foreign', 'many words '.repeat(90)) }, 403, 'model_not_allowed'],
    [{ body: ask('m', 'many words '.repeat(90)) }, 400, 'context_length_exceeded'],
  ]
  for (const [fix, status, code] of ladder) {
    Object.assign(said, fix)
    const answer = await send(said)
    t.same(statusesOf(answer), [status], `${code} ${JSON.stringify(fix).slice(0, 60)}`)
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as object
    t.match(body, {
      error: { message: String, type: /_error$/, code, retryable: false, request_id: /^req_/ },
    })
    t.match(answer, /\r\nx-request-id: req_/i)
    t.match(answer, /\r\nx-should-retry: false/i)
    t.notMatch(answer, /\r\nretry-after/i, 'no use in coming again')
  }
  t.equal(engine.asks.length, 0, 'the engine was asked for nothing yet')
  said.body = ask('m')
  t.same(statusesOf(await send(said)), [200])

  // The rate is asked for before the body, the queue after everything else.
  said.token = 'token-rare'
  t.same(statusesOf(await send(said)), [200])
  const often = await send({ ...said, type: 'text/plain', body: 'x'.repeat(10_000) })
  t.match(often, /^HTTP\/1\.1 429 .*retry-after: \d+\r\n.*"code":"rate_limited"/is)
  said.token = 'token-alice'
  isHeld = true
  const [running, waiting] = [send(said), send(said)]
  await until(() => held.length === 1)
  const look = async () => {
    const answer = await fetch(`${relay.url}/v1/queue`, {
      headers: { authorization: 'Bearer token-alice' },
    })
    return ((await answer.json()) as { totals: { waiting: number } }).totals.waiting
  }
  while ((await look()) !== 1) await new Promise(setImmediate)
  t.same(statusesOf(await send({ ...said, body: ask('closed') })), [403], 'known before the queue')
  const full = await send(said)
  t.match(full, /^HTTP\/1\.1 429 .*retry-after: \d+\r\n.*"code":"queue_full"/is)
  t.match(full, /\r\nx-should-retry: true/i)
  isHeld = false
  for (const answer of held) answer()
  t.same([statusesOf(await running), statusesOf(await waiting)], [[200], [200]])
})
