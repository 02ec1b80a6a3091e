import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t, { type Test } from 'tap'
import { chunk, DONE, errorAct, event, stream } from '../kit/fake_endpoint.js'
import { chatOf, lastEvent, startRelay, until } from '../kit/relay.js'

import { END, HELLO, setup } from '../kit/relayed_engine.js'

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

t.test('a client that stops reading pauses the engine, then loses its slot', async (t) => {
  const events = chunk({ content: 'x'.repeat(65_536) })
  let sent = 0
  let gaveUp = false
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    response.on('close', () => {
      gaveUp = true
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const closed = once(response, 'close')
    while (!response.destroyed && sent < 64 * 1_048_576) {
      sent += events.length
      if (!response.write(events)) await Promise.race([once(response, 'drain'), closed])
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
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await until(() => gaveUp)
  t.ok(sent < 32 * 1_048_576, `the engine was held back after ${sent} bytes`)
})

t.test(
  'row 255: a waiting client gets its place in comments that a stock client ignores',
  async (t) => {
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
    t.match(
      seen,
      /^: queue 1 of \d\n: aircoder queue position=1 of=\d reason=busy\n(?!\n)/,
      'one newline',
    )
    t.match(seen, /: aircoder phase=writing\n/, 'also while the engine is silent in the middle')
    t.match(seen, /data: \[DONE\]\n\n$/)
    t.notMatch(seen, /^id:/m)
    t.equal(await stock, 'Grüße 한국어')
  },
)

t.test('an error after the headers is the last event', async (t) => {
  const { relay, engine } = await setup(
    t,
    { hang: () => ({ end: 'silent' }), bad: () => errorAct(400, { message: 'no' }) },
    { openMs: 10, heartbeatMs: 10, slots: 1 },
  )
  const leaving = new AbortController()
  const first = relay.post(chatOf('hang'), { signal: leaving.signal }).catch(() => {})
  await until(() => engine.asks.length === 1)
  // The headers of the second arrive while it waits for the only slot.
  const second = await relay.post(chatOf('bad', { stream: true }))
  leaving.abort()
  await first
  t.equal(second.status, 200)
  t.match(lastEvent(await second.text()), { error: { code: 'invalid_request', retryable: false } })
})

t.test('an engine that says nothing is the last event too', async (t) => {
  const { relay } = await setup(
    t,
    { hang: () => ({ end: 'silent' }) },
    { openMs: 10, heartbeatMs: 10, firstTokenMs: 80 },
  )
  const answer = await relay.post(chatOf('hang', { stream: true }))
  t.equal(answer.status, 200)
  t.match(lastEvent(await answer.text()), { error: { code: 'engine_timeout', retryable: true } })
})

t.test('completions and embeddings are relayed unchanged', async (t) => {
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
    { drainMs: 2_000 },
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
