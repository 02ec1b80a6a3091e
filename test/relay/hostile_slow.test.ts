import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { chunk } from '../kit/fake_endpoint.js'
import {
  AUTH,
  CHAT,
  CHAT_HEAD,
  countQueue,
  startTarget,
  statusesOf,
  TOKEN,
} from '../kit/hostile.js'
import { chatOf, startRelay, until } from '../kit/relay.js'

const MIB = 1_048_576

/** A client that sends one byte now and then and never comes to its end. */
function dribble(t: Test, port: number, start: string, each: string) {
  const state = { answer: '', closed: false }
  const socket = connect(port, '127.0.0.1')
  socket.write(start)
  socket.on('data', (part) => {
    state.answer += part
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    state.closed = true
  })
  const drip = setInterval(() => {
    if (socket.writable) socket.write(each)
  }, 20)
  t.teardown(() => {
    clearInterval(drip)
    socket.destroy()
  })
  return state
}

t.test('a slow request gets an error and is closed; others are served meanwhile', async (t) => {
  const { engine, port, assertWell } = await startTarget(t, {
    // Long enough for a busy machine to read the heads of the cases that a route or the door answers.
    headersMs: 2_500,
    bodyMs: 3_000,
  })
  const cases: [name: string, start: string, each: string, status: number][] = [
    ['the request line', 'GET /', 'x', 408],
    ['a header', 'GET /v1/models HTTP/1.1\r\nx-slow: ', 'x', 408],
    [
      'header after header',
      `GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${AUTH}`,
      'x-a: b\r\n',
      408,
    ],
    ['a body', `${CHAT_HEAD}content-length: 100000\r\n\r\n{"model":"`, 'm', 408],
    ['a body in chunks', `${CHAT_HEAD}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n', 408],
    ['an extension of a chunk', `${CHAT_HEAD}transfer-encoding: chunked\r\n\r\n5;`, 'x', 408],
    [
      'trailers',
      `${CHAT_HEAD}transfer-encoding: chunked\r\n\r\n${CHAT.length.toString(16)}\r\n${CHAT}\r\n0\r\n`,
      'x-a: b\r\n',
      408,
    ],
    [
      'a body, though nobody asked who it is',
      `${CHAT_HEAD.replace(AUTH, '')}content-length: 100000\r\n\r\n`,
      ' ',
      401,
    ],
    [
      'a body that no route takes',
      `POST /api/pull HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-length: 9999\r\n\r\n`,
      ' ',
      404,
    ],
    ['nothing at all', '', '', 408],
  ]
  const slow = cases.map(([, start, each]) =>
    Array.from({ length: 10 }, () => dribble(t, port, start, each)),
  )
  await assertWell(t, 'while 100 dribble')
  await until(() => slow.flat().every(({ closed }) => closed))
  for (const [at, [name, , , status]] of cases.entries())
    for (const { answer } of slow[at] ?? []) {
      t.same(statusesOf(answer), [status], name)
      t.match(answer, /\{"error":\{"message":"(?:[^"\\]|\\.)+","type":"\w+","code":"\w+"/, name)
    }
  t.equal(engine.chats.length, 1, 'none of them reached the engine')
  await assertWell(t, 'slowloris')
})

t.test('an idle connection is closed', async (t) => {
  const { port, assertWell } = await startTarget(t, { headersMs: 1_000, bodyMs: 1_000 })
  const begun = `GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${AUTH}\r\nGET /v1`
  const seen = dribble(t, port, begun, '')
  await until(() => seen.closed)
  t.equal(statusesOf(seen.answer)[0], 200, 'the first request was answered')
  await assertWell(t, 'half a second request')
})

/** An engine that writes for as long as it is read, and counts. */
async function startEndless(t: Test) {
  const counts = { sent: 0, running: 0, stopped: 0 }
  const event = chunk({ content: 'x'.repeat(65_536) })
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    counts.running += 1
    response.on('close', () => {
      counts.running -= 1
      counts.stopped += 1
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const goOn = () => {
      do counts.sent += event.length
      while (!response.destroyed && response.write(event))
    }
    response.on('drain', goOn)
    goOn()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { counts, engineUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function connectUnread(t: Test, url: string, body: object): Socket {
  const text = JSON.stringify(body)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(`${CHAT_HEAD}content-length: ${text.length}\r\n\r\n${text}`)
  t.teardown(() => socket.destroy())
  return socket
}

const PEOPLE = [{ name: 'alice', sha256: digestOf(TOKEN).toString('hex') }]

t.test(
  'forty clients that read nothing: memory is bounded, the engine is stopped, slots are free again',
  async (t) => {
    const { counts, engineUrl } = await startEndless(t)
    const relay = await startRelay({
      engine: 'openai',
      engineUrl,
      models: ['m'],
      slots: 40,
      userQueued: 64,
      slowReaderMs: 1_000,
      tokens: PEOPLE,
    })
    t.teardown(() => relay.stop())
    const before = process.memoryUsage().rss
    for (let at = 0; at < 40; at += 1) connectUnread(t, relay.url, chatOf('m', { stream: true }))
    const peak = { rss: 0 }
    const look = setInterval(() => {
      peak.rss = Math.max(peak.rss, process.memoryUsage().rss)
    }, 50)
    await until(() => counts.stopped === 40)
    clearInterval(look)
    // Per client: 1 MiB of ours, and what the kernel's buffers of both lines take.
    t.ok(counts.sent < 40 * 24 * MIB, `the engine wrote ${Math.round(counts.sent / MIB)} MiB`)
    t.ok(peak.rss - before < 400 * MIB, `${Math.round((peak.rss - before) / MIB)} MiB more`)
    t.match(await countQueue(relay.url), { running: 0, draining: 0, waiting: 0 })
  },
)

t.test('an answer that is not read is dropped', async (t) => {
  const big = chunk({ content: 'x'.repeat(16 * MIB) })
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${big.slice(0, 15 * MIB)}"}}]}\n\n${chunk({}, 'stop')}data: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const engineUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const values = { engine: 'openai', engineUrl, models: ['m'], slots: 4, tokens: PEOPLE }
  // The limit is one for each MiB. On a busy machine the reader of the second relay needs seconds.
  const relay = await startRelay({ ...values, slowReaderMs: 150 })
  const patient = await startRelay({ ...values, slowReaderMs: 1_500 })
  t.teardown(async () => {
    await relay.stop()
    await patient.stop()
    server.closeAllConnections()
    server.close()
  })
  const unread = connectUnread(t, relay.url, chatOf('m'))
  let isGone = false
  unread.on('close', () => {
    isGone = true
  })
  // It reads nothing and so sees no end; that nobody takes its empty lines any more it does see.
  while (!isGone) {
    unread.write('\r\n')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  t.match(await countQueue(relay.url), { running: 0, draining: 0, waiting: 0 })
  const reader = await patient.post(chatOf('m'), { headers: { authorization: `Bearer ${TOKEN}` } })
  t.ok((await reader.text()).length > 14 * MIB, 'who reads gets all of it')
})
