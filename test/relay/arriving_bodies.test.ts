import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { startEndpoint, stream } from '../kit/fake_endpoint.js'
import { statusesOf } from '../kit/hostile.js'
import { bearer } from '../kit/people.js'
import { chatOf, type RunningRelay, startRelay, until } from '../kit/relay.js'
import { END, HELLO } from '../kit/relayed_engine.js'

const MIB = 1_048_576

interface Upload {
  socket: Socket
  status(): number | undefined
  answer(): string
}

/** Sends a request up to the last bytes of its body, and holds those back. */
function hold(t: Test, relay: RunningRelay, token: string, bytes: number | 'chunked'): Upload {
  const socket = connect(Number(new URL(relay.url).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  let answer = ''
  socket.on('data', (part) => {
    answer += part.toString('latin1')
  })
  socket.on('error', () => {})
  const length = bytes === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
  )
  socket.write(bytes === 'chunked' ? '5\r\n{"a":' : ' '.repeat(bytes - 10))
  return { socket, status: () => statusesOf(answer)[0], answer: () => answer }
}

/** Sends so much more of a body in chunks: ends the one that `hold` began, and adds one. */
function fill({ socket }: Upload, bytes: number): void {
  socket.write(`\r\n${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`)
}

/** The ones that were refused, when those that are let in have had the time to be. */
async function refusedOf(uploads: Upload[], count: number): Promise<Upload[]> {
  const refused = () => uploads.filter(({ status }) => status() !== undefined)
  await until(() => refused().length >= count)
  await new Promise((done) => setTimeout(done, 100))
  return refused()
}

async function setup(t: Test, values: object = {}) {
  const names = ['alice', 'bob', 'carol']
  const engine = await startEndpoint(() => stream(...HELLO, ...END))
  const relay = await startRelay({
    engine: 'openai',
    engineUrl: engine.origin,
    insecureLoopback: false,
    tokens: names.map((name) => ({ name, sha256: digestOf(`of-${name}`).toString('hex') })),
    bodyBytes: MIB,
    queueBytes: 8 * MIB,
    bodyMs: 600_000,
    ...values,
  })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const ask = (name: string) => relay.post(chatOf('fake'), { headers: bearer(`of-${name}`) })
  return { relay, ask }
}

t.test('arriving bodies are bounded in total and for each person', async (t) => {
  const { relay, ask } = await setup(t)
  const alices = Array.from({ length: 20 }, () => hold(t, relay, 'of-alice', MIB))
  const refused = await refusedOf(alices, 16)
  t.equal(refused.length, 16, 'four are half of the room')
  for (const { status, answer } of refused) {
    t.equal(status(), 429)
    t.match(answer(), /retry-after: \d+\r\n.*"code":"queue_full"/s)
  }
  t.equal((await ask('alice')).status, 429, 'a small one too')
  t.equal((await ask('bob')).status, 200, 'the others are served')

  const bobs = Array.from({ length: 10 }, () => hold(t, relay, 'of-bob', 'chunked'))
  t.equal((await refusedOf(bobs, 0)).length, 0, 'one in chunks counts for what arrives')
  t.equal((await ask('bob')).status, 200, 'empty ones do not fill the share of their person')
  t.equal((await ask('carol')).status, 200, 'nor the room of the others')
  for (const bob of bobs) fill(bob, MIB - 100)
  const late = await refusedOf(bobs, 6)
  t.equal(late.length, 6, 'four are half of the room')
  for (const { status, answer } of late) {
    t.equal(status(), 429)
    t.match(answer(), /"code":"queue_full"/)
  }
  let full = await ask('carol')
  for (let tries = 0; tries < 100 && full.status !== 503; tries += 1) full = await ask('carol')
  t.equal(full.status, 503)
  t.ok(full.headers.get('retry-after'))
  t.match(await full.json(), { error: { code: 'engine_unavailable', retryable: true } })

  for (const { socket } of bobs) socket.destroy()
  let status = 503
  for (let tries = 0; tries < 100 && status !== 200; tries += 1) {
    await new Promise((done) => setTimeout(done, 10))
    status = (await ask('carol')).status
  }
  t.equal(status, 200, 'who goes gives the room back')
  for (const { socket } of alices) socket.write(' '.repeat(10))
  await until(() => alices.every((upload) => upload.status() !== undefined))
  t.equal((await ask('alice')).status, 200, 'and so does who has sent all, or is refused')
})

t.test('one body is always accepted, and a running request uses no room', async (t) => {
  const { relay, ask } = await setup(t, { queueBytes: 1_024 })
  const one = hold(t, relay, 'of-alice', MIB)
  t.equal((await refusedOf([one], 0)).length, 0)
  t.equal((await ask('alice')).status, 429)
  t.equal((await ask('bob')).status, 503)
  one.socket.write(' '.repeat(10))
  await until(() => one.status() === 400)
  for (let at = 0; at < 5; at += 1) t.equal((await ask('alice')).status, 200)
})

t.test('a body that grows beyond the free room is refused while it arrives', async (t) => {
  const { relay, ask } = await setup(t, { queueBytes: 2 * MIB })
  const small = 300 * 1_024
  const alices = Array.from({ length: 4 }, () => hold(t, relay, 'of-alice', 200 * 1_024))
  const bobs = Array.from({ length: 3 }, () => hold(t, relay, 'of-bob', small))
  t.equal((await refusedOf([...alices, ...bobs], 0)).length, 0)
  const carol = hold(t, relay, 'of-carol', MIB)
  await until(() => carol.status() !== undefined)
  t.equal(carol.status(), 503)
  t.match(carol.answer(), /retry-after: \d+\r\n.*"code":"engine_unavailable"/s)
  t.equal((await ask('carol')).status, 200, 'and a small one is served')
})
