import { connect, type Socket } from 'node:net'
import pino from 'pino'
import t, { type Test } from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { startEndpoint, stream } from '../kit/fake_endpoint.js'
import { AUTH, startTarget, statusesOf, TOKEN } from '../kit/hostile.js'
import { chatOf, startRelay, until } from '../kit/relay.js'
import { END, HELLO } from '../kit/relayed_engine.js'

interface Client {
  socket: Socket
  answers(): number[]
  closed(): boolean
}

/** One connection from an address of this machine; it is open when the promise resolves. */
function open(t: Test, port: number, from = '127.0.0.1'): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  t.teardown(() => socket.destroy())
  let text = ''
  let closed = false
  socket.on('error', () => {})
  socket.on('data', (part) => {
    text += part.toString('latin1')
  })
  socket.on('close', () => {
    closed = true
  })
  const client = { socket, answers: () => statusesOf(text), closed: () => closed }
  return new Promise((resolve) => socket.once('connect', () => resolve(client)))
}

function openMany(t: Test, port: number, { count, from }: { count: number; from?: string }) {
  return Promise.all(Array.from({ length: count }, () => open(t, port, from)))
}

/** Sends a request on a connection that stays open, and waits for its answer. */
async function ask({ socket, answers }: Client, auth = AUTH): Promise<number | undefined> {
  const before = answers().length
  socket.write(`GET /v1/models HTTP/1.1\r\nhost: localhost\r\n${auth}\r\n`)
  await until(() => answers().length > before || socket.destroyed)
  return answers().at(-1)
}

const closedOf = (clients: Client[]) => clients.filter(({ closed }) => closed()).length

t.test('idle sockets of one address keep nobody out, and strangers go first', async (t) => {
  const { port } = await startTarget(t, { connectionsPerAddress: 8 })
  const known = await open(t, port)
  t.equal(await ask(known), 200)
  const refused = await open(t, port)
  t.equal(await ask(refused, ''), 401)
  const idle = await openMany(t, port, { count: 6 })
  t.equal(closedOf(idle), 0, 'eight are open')

  const next = await open(t, port)
  t.equal(await ask(next), 200, 'the ninth is served')
  await until(() => closedOf([...idle, refused]) === 1)
  t.notOk(known.closed(), 'a known person waits on it')
  for (let count = 0; count < 20; count += 1) await open(t, port)
  await until(() => closedOf([...idle, refused]) === 7)
  t.equal(await ask(known), 200, 'still, after a flood')
  t.equal(await ask(next), 200)
})

t.test('a connection with a running request is never closed for another', async (t) => {
  const { port } = await startTarget(t, { connectionsPerAddress: 3 })
  const busy = await openMany(t, port, { count: 3 })
  for (const { socket } of busy)
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 2000\r\n\r\n`,
    )
  // Its headers are read, and its body is asked for.
  await until(() => busy.every(({ answers }) => answers()[0] === 100))
  const late = await openMany(t, port, { count: 5 })
  await until(() => closedOf(late) === 5)
  t.equal(closedOf(busy), 0)
})

t.test('where all connections are taken, the address that has most gives one', async (t) => {
  const { port } = await startTarget(t, { connections: 10 })
  const others = await openMany(t, port, { count: 9, from: '127.0.0.2' })
  const mine = await open(t, port, '127.0.0.3')
  const next = await open(t, port, '127.0.0.3')
  t.equal(await ask(next), 200)
  t.equal(await ask(mine), 200)
  await until(() => closedOf(others) === 1)
  const flood = await openMany(t, port, { count: 50, from: '127.0.0.2' })
  await until(() => closedOf([...others, ...flood]) === 51)
  t.equal(closedOf([mine, next]), 0, 'a flood takes only the room of its own address')
})

t.test('refused strangers are one line a minute', async (t) => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const clock = createFakeClock()
  const engine = await startEndpoint(() => stream(...HELLO, ...END))
  const tokens = [{ name: 'alice', sha256: digestOf(TOKEN).toString('hex') }]
  const values = { engine: 'openai', engineUrl: engine.origin, insecureLoopback: false, tokens }
  const relay = await startRelay({ ...values, logLevel: 'info' }, clock, log)
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const requests = () => lines.filter(({ msg }) => msg === 'request')
  const sums = () => lines.filter(({ requests }) => requests !== undefined)
  const knock = async (path = '/v1/models') => (await fetch(relay.url + path)).text()
  for (let count = 0; count < 30; count += 1) await knock()
  await knock('/nowhere')
  t.equal(requests().length, 1, 'the first has its line')
  t.match(requests(), [{ person: '-', status: 401, outcome: 'invalid_api_key' }])
  await clock.pass(60_000)
  await until(() => sums().length === 1)
  t.match(sums(), [{ requests: 30, outcomes: { invalid_api_key: 29, not_found: 1 }, addresses: 1 }])
  const person = { authorization: `Bearer ${TOKEN}` }
  for (let count = 0; count < 3; count += 1)
    await (await relay.post(chatOf('none'), { headers: person })).text()
  await until(() => requests().length === 4)
  t.equal(requests().at(-1)?.person, 'alice', 'what a person asks is logged line by line')
})
