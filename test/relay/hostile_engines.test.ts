import { createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { countQueue, TOKEN } from '../kit/hostile.js'
import { chatOf, lastEvent, startRelay, until } from '../kit/relay.js'

const AUTH = { authorization: `Bearer ${TOKEN}` }
const EVENTS = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n'
const LINES = 'HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n'
const CHUNKED = 'transfer-encoding: chunked\r\n\r\n'
const EVENT = chunk({ content: 'x' })
const LINE = '{"model":"m","message":{"role":"assistant","content":"x"},"done":false}\n'
const framed = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** How an engine behaves on one connection, once a request has come. */
type Behaviour = (socket: Socket) => void

const says =
  (...parts: string[]): Behaviour =>
  (socket) => {
    for (const part of parts) socket.write(part)
  }
const ends =
  (...parts: string[]): Behaviour =>
  (socket) => {
    socket.end(parts.join(''))
  }
const resets =
  (...parts: string[]): Behaviour =>
  (socket) => {
    socket.write(parts.join(''), () => setTimeout(() => socket.resetAndDestroy(), 5))
  }

/** Writes the same bytes for as long as they are read. */
const floods =
  (start: string, each: string): Behaviour =>
  (socket) => {
    const goOn = () => {
      while (!socket.destroyed && socket.write(each));
    }
    socket.write(start)
    socket.on('drain', goOn)
    goOn()
  }

/** A busy machine may take many seconds before it sends a request at all: only silence is ended by the time. */
const PATIENT_MS = 600_000
const SILENCE_MS = 3_000
/** The request after a silence may meet the limit too. */
const TRIES = 20

/** An engine that behaves badly, or well as soon as `bad` is null. */
async function startRogue(t: Test, kind: 'openai' | 'ollama', silenceMs = PATIENT_MS) {
  const state: { bad: Behaviour | null; asked: number } = { bad: null, asked: 0 }
  const answers: Record<string, string> = {
    'GET /api/tags': '{"models":[{"name":"m:latest"}]}',
    'GET /api/ps': '{"models":[{"name":"m:latest","context_length":4096}]}',
    'GET /api/version': '{"version":"0.99.0"}',
    'POST /api/show': '{"capabilities":["completion"],"model_info":{},"parameters":""}',
    'POST /api/chat': `${LINE}{"model":"m","message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":1,"eval_count":1}\n`,
    'GET /v1/models': '{"data":[{"id":"m"}]}',
    'POST /v1/chat/completions': `${EVENT}${chunk({}, 'stop')}${DONE}`,
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (part) => {
      text += part.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      const size = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (head === -1 || text.length < head + 4 + size) return
      const line = text.split(' ', 2).join(' ')
      text = ''
      const isChat = line.startsWith('POST') && line.includes('chat')
      if (isChat) state.asked += 1
      if (isChat && state.bad !== null) return state.bad(socket)
      const body = answers[line] ?? '{}'
      const type = line.includes('completions') ? 'text/event-stream' : 'application/json'
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const relay = await startRelay({
    engine: kind,
    engineUrl: `http://127.0.0.1:${port}`,
    insecureLoopback: false,
    tokens: [{ name: 'alice', sha256: digestOf(TOKEN).toString('hex') }],
    slots: 1,
    firstTokenMs: silenceMs,
    coldTokenMs: silenceMs,
    idleMs: silenceMs,
  })
  t.teardown(async () => {
    await relay.stop()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { relay, state, sockets }
}

const PAGE = '<html><body>502 Bad Gateway nginx/1.18.0 at 10.0.0.7</body></html>'
const huge = (head: string) => `${head}content-length: 99999\r\n\r\n`

/** Each with the error that must come of it; `start` and `piece` are of the engine's own wire. */
function behaviours(
  start: string,
  piece: string,
): Record<string, [behaviour: Behaviour, codes: RegExp]> {
  const broken = /^engine_(?:error|stopped)$/
  const late = /^engine_timeout$/
  return {
    'takes the request and says nothing': [says(), late],
    'ends silently': [ends(), broken],
    'resets silently': [resets(), broken],
    'begins a status line': [says('HTTP/1.'), late],
    'speaks another protocol': [says('SSH-2.0-OpenSSH_9.2\r\n'), broken],
    'speaks an old HTTP': [ends('HTTP/0.9 200 OK\r\n\r\n', piece), broken],
    'never ends its headers': [says(`${start}x-a: b\r\n`), late],
    'has headers without end': [floods(start, `x-a: ${'b'.repeat(4_096)}\r\n`), broken],
    'folds its headers': [ends(`${start}x-a: b\r\n c\r\n\r\n`), broken],
    'has two lengths': [ends(`${start}content-length: 5\r\ncontent-length: 50\r\n\r\n`), broken],
    'has chunks and a length': [
      ends(`${start}content-length: 5\r\n${CHUNKED}${framed(piece)}0\r\n\r\n`),
      broken,
    ],
    'ends inside a chunk': [ends(`${start}${CHUNKED}fff\r\n${piece}`), broken],
    'resets inside a chunk': [resets(`${start}${CHUNKED}fff\r\n${piece}`), broken],
    'hangs inside a chunk': [says(`${start}${CHUNKED}fff\r\n${piece}`), late],
    'has a chunk that is none': [says(`${start}${CHUNKED}${framed(piece)}zz\r\n`), broken],
    'ends before its length': [ends(`${huge(start)}${piece}`), broken],
    'hangs before its length': [says(`${huge(start)}${piece}`), late],
    'resets after a piece': [resets(`${start}${CHUNKED}${framed(piece)}`), broken],
    'ends after a piece, whole': [says(`${start}${CHUNKED}${framed(piece)}0\r\n\r\n`), broken],
    'ends in the middle of a piece': [
      says(`${start}${CHUNKED}${framed(piece.slice(0, piece.length >> 1))}0\r\n\r\n`),
      broken,
    ],
    'says nothing, properly': [says(`${start}content-length: 0\r\n\r\n`), broken],
    'has no content': [says('HTTP/1.1 204 No Content\r\n\r\n'), broken],
    'sends a page': [
      says(
        `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`,
      ),
      broken,
    ],
    'sends a page under a false name': [
      says(`${start}content-length: ${PAGE.length}\r\n\r\n${PAGE}`),
      broken,
    ],
    'fails with a page': [
      says(
        `HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`,
      ),
      broken,
    ],
    'fails without end': [
      floods(
        'HTTP/1.1 500 No\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n',
        framed('x'.repeat(8_192)),
      ),
      broken,
    ],
    'sends one piece without end': [
      floods(`${start}${CHUNKED}`, framed('x'.repeat(65_536))),
      broken,
    ],
    'sends us elsewhere': [
      says('HTTP/1.1 307 Go\r\nlocation: http://127.0.0.1:9/x\r\ncontent-length: 0\r\n\r\n'),
      broken,
    ],
    'changes the protocol': [
      says('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
      broken,
    ],
    'tells to go on for ever': [floods('', 'HTTP/1.1 100 Continue\r\n\r\n'), /^engine_/],
    'processes for ever': [floods('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)), broken],
    'hints for ever': [
      floods('', `HTTP/1.1 103 Early Hints\r\nlink: </${'a'.repeat(4_096)}>\r\n\r\n`),
      broken,
    ],
    'packs its answer': [
      says(
        `${start}content-encoding: gzip\r\ncontent-length: 20\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03${'\0'.repeat(10)}`,
      ),
      broken,
    ],
    'answers twice': [
      says(
        `${start}content-length: ${piece.length}\r\n\r\n${piece}HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nxyz`,
      ),
      broken,
    ],
  }
}

// The silence of these engines is waited for at the same time.
t.jobs = 4
for (const [kind, start, piece, isStream] of [
  ['openai', EVENTS, EVENT, true],
  ['openai', EVENTS, EVENT, false],
  ['ollama', LINES, LINE, true],
  ['ollama', LINES, LINE, false],
] as const)
  void t.test(
    `an engine that is down, silent, interrupted or invalid (${kind}, stream=${isStream})`,
    { buffered: true },
    async (t) => {
      const play = async (cases: [string, [Behaviour, RegExp]][], silenceMs = PATIENT_MS) => {
        const { relay, state, sockets } = await startRogue(t, kind, silenceMs)
        const well = async (after: string) => {
          state.bad = null
          const ask = () => relay.post(chatOf('m'), { headers: AUTH })
          let answer = await ask()
          for (let tries = 0; answer.status === 504 && tries < TRIES; tries += 1)
            answer = await ask()
          t.equal(answer.status, 200, `${after}: the next request has the slot and its answer`)
          await answer.text()
        }
        await well('before')
        for (const [what, [behaviour, codes]] of cases) {
          state.bad = behaviour
          const asked = state.asked
          const answer = await relay.post(chatOf('m', { stream: isStream }), { headers: AUTH })
          const text = await answer.text()
          const { error } = (answer.status === 200 ? lastEvent(text) : JSON.parse(text)) as {
            error: { code: string; retryable: boolean }
          }
          // Something else than the engine answers there: a retry gets the same page.
          const retryable = what !== 'sends a page'
          t.match(error, { code: codes, retryable, type: 'api_error' }, what)
          if (answer.status !== 200) t.ok([502, 504].includes(answer.status), what)
          t.notMatch(text, /\[DONE\]|<html|10\.0\.0\.7|127\.0\.0\.1/, `${what}: no end, no page`)
          t.ok(text.length < 200_000, `${what}: ${text.length} bytes`)
          t.equal(state.asked, asked + 1, `${what}: asked once`)
          t.match(await countQueue(relay.url), { running: 0, waiting: 0 }, what)
          await well(what)
        }
        await until(() => sockets.size <= 4)
        t.pass('no connection is left to what was given up')
      }
      const all = Object.entries(behaviours(start, piece))
      const isSilent = ([, [, codes]]: (typeof all)[number]) => codes.test('engine_timeout')
      // Each silence has a relay of its own, so that all are waited for at the same time.
      await Promise.all([
        play(all.filter((one) => !isSilent(one))),
        ...all.filter(isSilent).map((one) => play([one], SILENCE_MS)),
      ])
    },
  )

t.test('signs of life of status 102 before an answer change nothing', async (t) => {
  const { relay, state } = await startRogue(t, 'openai')
  const body = `${EVENT}${chunk({}, 'stop')}${DONE}`
  state.bad = says(
    'HTTP/1.1 102 Processing\r\n\r\n'.repeat(180),
    `${EVENTS}content-length: ${body.length}\r\n\r\n${body}`,
  )
  const answer = await relay.post(chatOf('m'), { headers: AUTH })
  t.equal(answer.status, 200)
  t.match(await answer.json(), { choices: [{ message: { content: 'x' } }] })
})

t.test('an endless or paged list of models does not stop the relay', async (t) => {
  let answer: Behaviour = () => {}
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const good = await startEndpoint(() => stream(EVENT, chunk({}, 'stop'), DONE))
  t.teardown(async () => {
    await good.close()
    server.close()
  })
  const cases: [string, Behaviour][] = [
    [
      'without end',
      floods(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${CHUNKED}`,
        framed('x'.repeat(65_536)),
      ),
    ],
    [
      'a page',
      ends(
        `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`,
      ),
    ],
    ['another shape', ends('HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"data":42}')],
    ['null', ends('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nnull')],
    ['a reset', resets()],
  ]
  for (const engine of ['openai', 'ollama'])
    for (const [name, behaviour] of cases) {
      answer = behaviour
      const relay = await startRelay({ engine, engineUrl: `http://127.0.0.1:${port}` })
      for (const path of ['/v1/models', '/readyz']) {
        const { status } = await fetch(relay.url + path)
        t.ok([200, 502, 503, 504].includes(status), `${engine}, ${name}, ${path}: ${status}`)
      }
      const chat = await relay.post(chatOf('m'))
      t.ok(chat.status >= 400, `${engine}, ${name}: ${chat.status}`)
      t.match(await chat.json(), { error: { code: String } })
      t.equal((await fetch(`${relay.url}/healthz`)).status, 200)
      await relay.stop()
    }
})
