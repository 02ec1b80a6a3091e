import { connect } from 'node:net'
import t from 'tap'
import { AUTH, CHAT, CHAT_HEAD, sendBytes, startTarget, statusesOf } from '../kit/hostile.js'

const SIZE = `content-length: ${CHAT.length}\r\n`
const CHUNKED = 'transfer-encoding: chunked\r\n'
const SMUGGLED = `DELETE /api/delete HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-length: 0\r\n\r\n`
const hex = CHAT.length.toString(16)

t.test('a request hidden in another one is not served', async (t) => {
  const { engine, port, strayed, assertWell } = await startTarget(t)
  /** What is sent, and the statuses that may come back: an answer for each request, or one refusal. */
  const cases: [name: string, bytes: string, statuses: number[][]][] = [
    [
      'length before chunks',
      `${CHAT_HEAD}content-length: ${CHAT.length + SMUGGLED.length}\r\n${CHUNKED}\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    ['chunks before length', `${CHAT_HEAD}${CHUNKED}${SIZE}\r\n0\r\n\r\n${SMUGGLED}`, [[400]]],
    [
      'a coding in capitals',
      `${CHAT_HEAD}${SIZE}Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    [
      'a coding with a space before the colon',
      `${CHAT_HEAD}${SIZE}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    [
      'a coding on a folded line',
      `${CHAT_HEAD}${SIZE}transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    [
      'a coding with a vertical tab',
      `${CHAT_HEAD}${SIZE}transfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    [
      'a coding in quotes',
      `${CHAT_HEAD}${SIZE}transfer-encoding: "chunked"\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    [
      'two codings',
      `${CHAT_HEAD}${CHUNKED}transfer-encoding: identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    ['a coding behind a NUL', `${CHAT_HEAD}${SIZE}\0${CHUNKED}\r\n0\r\n\r\n${SMUGGLED}`, [[400]]],
    [
      'a length of zero and a body',
      `${CHAT_HEAD}content-length: 0\r\n\r\n${SMUGGLED}`,
      [[400], [400, 404]],
    ],
    ['no length and a body', `${CHAT_HEAD}\r\n${SMUGGLED}`, [[400], [400, 404]]],
    ['more than its length', `${CHAT_HEAD}${SIZE}\r\n${CHAT}${SMUGGLED}`, [[200, 404]]],
    [
      'a body on a GET',
      `GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
      [[200], [400]],
    ],
    [
      'a body on a GET without its length',
      `GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${AUTH}\r\n${SMUGGLED}`,
      [[200, 404]],
    ],
    [
      'a request as a chunk extension',
      `${CHAT_HEAD}${CHUNKED}\r\n0;${SMUGGLED.split('\r\n')[0]}\r\n\r\n`,
      [[400]],
    ],
    ['a request as a trailer', `${CHAT_HEAD}${CHUNKED}\r\n0\r\n${SMUGGLED}`, [[400]]],
    [
      'a chunk that ends with a line feed alone',
      `${CHAT_HEAD}${CHUNKED}\r\n${hex}\n${CHAT}\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    [
      'a chunk longer than it says',
      `${CHAT_HEAD}${CHUNKED}\r\n5\r\n${CHAT}\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    ['a chunk with a sign', `${CHAT_HEAD}${CHUNKED}\r\n+5\r\nhello\r\n0\r\n\r\n`, [[400]]],
    ['a chunk with 0x', `${CHAT_HEAD}${CHUNKED}\r\n0x5\r\nhello\r\n0\r\n\r\n`, [[400]]],
    ['a chunk with a space', `${CHAT_HEAD}${CHUNKED}\r\n 5\r\nhello\r\n0\r\n\r\n`, [[400]]],
    ['a negative chunk', `${CHAT_HEAD}${CHUNKED}\r\n-1\r\nhello\r\n0\r\n\r\n`, [[400]]],
    ['a line end in the path', `GET /v1/models\r\n${SMUGGLED}`, [[400]]],
    [
      'the old version with chunks',
      `${CHAT_HEAD.replace('1.1', '1.0')}${CHUNKED}\r\n0\r\n\r\n${SMUGGLED}`,
      [[400]],
    ],
    [
      'a length in another alphabet',
      `${CHAT_HEAD}content-length: \u0665\r\n\r\nhello${SMUGGLED}`,
      [[400]],
    ],
    ['an empty length', `${CHAT_HEAD}content-length: \r\n\r\n${SMUGGLED}`, [[400]]],
    ['a length with a point', `${CHAT_HEAD}content-length: 5.0\r\n\r\nhello${SMUGGLED}`, [[400]]],
    ['a length with a comma', `${CHAT_HEAD}content-length: 5,6\r\n\r\nhello${SMUGGLED}`, [[400]]],
    [
      'a length beyond 64 bits',
      `${CHAT_HEAD}content-length: 18446744073709551617\r\n\r\nx`,
      [[400]],
    ],
    ['a chunk beyond 64 bits', `${CHAT_HEAD}${CHUNKED}\r\n10000000000000001\r\nx`, [[400]]],
  ]
  for (const [name, bytes, statuses] of cases) {
    const answer = await sendBytes(port, Buffer.from(bytes, 'latin1'))
    const seen = statusesOf(answer)
    t.ok(
      statuses.some((wanted) => `${wanted}` === `${seen}`),
      `${name}: ${seen}`,
    )
    t.same(strayed(), [], name)
  }
  t.equal(engine.chats.length, 1, 'one chat was whole, and it alone came through')
  await assertWell(t, 'frames')
})

t.test('trailers, chunk extensions and small pieces do not change a request', async (t) => {
  const { engine, port, assertWell } = await startTarget(t)
  const middle = Math.floor(CHAT.length / 2)
  const halves = [CHAT.slice(0, middle), CHAT.slice(middle)]
  const inTwo = halves.map((half) => `${half.length.toString(16)}\r\n${half}\r\n`).join('')
  const good: Record<string, string> = {
    'two chunks': `${CHAT_HEAD}${CHUNKED}\r\n${inTwo}0\r\n\r\n`,
    'an extension': `${CHAT_HEAD}${CHUNKED}\r\n${hex};a=b\r\n${CHAT}\r\n0\r\n\r\n`,
    trailers: `${CHAT_HEAD}${CHUNKED}\r\n${hex}\r\n${CHAT}\r\n0\r\nauthorization: Bearer other\r\nhost: evil.example\r\n\r\n`,
    'spaces around values': `${CHAT_HEAD}content-length:   ${CHAT.length}  \r\n\r\n${CHAT}`,
  }
  for (const [name, bytes] of Object.entries(good))
    t.same(statusesOf(await sendBytes(port, bytes)), [200], name)
  const framed = `${CHAT_HEAD}${CHUNKED}\r\n${hex}\r\n${CHAT}\r\n0\r\n${SIZE}\r\n`
  t.same(statusesOf(await sendBytes(port, framed)), [400], 'a length as a trailer')
  // Without a token a trailer cannot bring one.
  const late = `${CHAT_HEAD.replace(AUTH, '')}${CHUNKED}\r\n${hex}\r\n${CHAT}\r\n0\r\n${AUTH}\r\n`
  t.equal(statusesOf(await sendBytes(port, late))[0], 401, 'a token as a trailer')
  const asked = engine.chats.length
  t.equal(asked, Object.keys(good).length)
  await assertWell(t, 'pieces')
})

t.test('connections that end early, reset or flood leave nothing behind', async (t) => {
  const { engine, port, assertWell } = await startTarget(t, { connectionsPerAddress: 300 })
  const whole = `${CHAT_HEAD}${SIZE}\r\n${CHAT}`
  // Every tenth byte: in the method, the path, each header, the body.
  for (let end = 0; end < whole.length; end += 10)
    await sendBytes(port, whole.slice(0, end), { half: true, quietMs: 20 })
  t.equal(engine.chats.length, 0, 'half a request is none')

  const resets = Array.from(
    { length: 100 },
    (_, at) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(whole.slice(0, whole.length - (at % 40)), () => socket.resetAndDestroy())
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve())
      }),
  )
  await Promise.all(resets)
  await assertWell(t, 'resets')

  // A client that asks again and again and reads nothing is not read any more.
  const flood = `GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${AUTH}\r\n`.repeat(2_000)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(flood)
  await assertWell(t, 'a flood of requests on one line')
  socket.destroy()
  const answer = await sendBytes(
    port,
    `GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${AUTH}\r\n`.repeat(50),
  )
  t.same(new Set(statusesOf(answer)), new Set([200]))
  t.equal(statusesOf(answer).length, 50, 'each gets its answer, in order')
})

t.test('random bytes are refused, and the server continues', async (t) => {
  const { engine, port, assertWell } = await startTarget(t)
  let state = 7
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  const whole = Buffer.from(`${CHAT_HEAD}${SIZE}connection: close\r\n\r\n${CHAT}`, 'latin1')
  const head = whole.indexOf('\r\n\r\n')
  const odd: number[] = []
  const tries = Array.from({ length: 300 }, () => {
    const bytes = Buffer.from(whole)
    // One to three bytes of the head become any byte.
    for (let count = 0; count <= random() * 3; count += 1)
      bytes[Math.floor(random() * head)] = Math.floor(random() * 256)
    return bytes
  })
  while (tries.length > 0)
    await Promise.all(
      tries.splice(0, 25).map(async (bytes) => {
        const [status = 0] = statusesOf(await sendBytes(port, bytes, { half: true, quietMs: 500 }))
        if (status >= 500) odd.push(status)
      }),
    )
  t.same(odd, [], 'no changed byte causes an internal error')
  for (const { path } of engine.requests) t.match(path, /^\/api\/(?:tags|ps|show|chat|version)$/)
  await assertWell(t, 'noise')
})
