import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { chunk, DONE } from '../kit/fake_endpoint.js'
import { CHAT, CHAT_HEAD, countQueue, TOKEN } from '../kit/hostile.js'
import { createRandom } from '../kit/queue_load.js'
import { chatOf, startRelay, until } from '../kit/relay.js'

const LEAVERS = 1_000
const AT_ONCE = 40

t.test(
  'a thousand clients that leave at any moment leave no slot in use and no work behind',
  async (t) => {
    const random = createRandom('leavers')
    const counts = { asked: 0, running: 0, given: 0 }
    const engine = createServer(async (request, response) => {
      if (request.method === 'GET') return void response.writeHead(404).end()
      counts.asked += 1
      counts.running += 1
      response.on('close', () => {
        counts.running -= 1
        if (!response.writableFinished) counts.given += 1
      })
      request.resume()
      await pause(random() * 20)
      if (response.destroyed) return
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let at = 0; at < 5 && !response.destroyed; at += 1) {
        response.write(chunk({ content: 'x' }))
        await pause(random() * 10)
      }
      response.end(chunk({}, 'stop') + DONE)
    })
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
    const relay = await startRelay({
      engine: 'openai',
      engineUrl: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
      insecureLoopback: false,
      models: ['m'],
      slots: 8,
      userQueued: 64,
      openMs: 10,
      heartbeatMs: 10,
      tokens: [{ name: 'alice', sha256: digestOf(TOKEN).toString('hex') }],
    })
    t.teardown(async () => {
      await relay.stop()
      engine.closeAllConnections()
      engine.close()
    })
    const port = Number(new URL(relay.url).port)
    const bodies = [CHAT, JSON.stringify(chatOf('m', { stream: true }))]

    const leave = (number: number) =>
      new Promise<void>((resolve) => {
        const body = bodies[number % 2] ?? ''
        const bytes = `${CHAT_HEAD}content-length: ${body.length}\r\n\r\n${body}`
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        socket.resume()
        // Some in the middle of their own request, most later; by a proper end of the line or by a reset.
        setTimeout(
          () => (number % 3 === 0 ? socket.resetAndDestroy() : socket.destroy()),
          random() * 100,
        )
      })
    let next = 0
    const one = async () => {
      while (next < LEAVERS) {
        next += 1
        await leave(next)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))

    await until(() => counts.running === 0)
    const settled = async () => {
      const { running, draining, waiting } = await countQueue(relay.url)
      return running === 0 && draining === 0 && waiting === 0
    }
    while (!(await settled())) await pause(5)
    t.comment(`${counts.asked} reached the engine, ${counts.given} were interrupted there`)
    t.ok(counts.given > 0 && counts.asked < LEAVERS, 'they left in the queue and in the middle')
    // How many run at once is counted in queue_properties: here the end of a left request is read later than the next one.
    t.match(await countQueue(relay.url), { slots: 8, waiting_bytes: 0 })
    const all = Array.from({ length: 8 }, () =>
      relay.post(chatOf('m'), { headers: { authorization: `Bearer ${TOKEN}` } }),
    )
    for (const answer of await Promise.all(all))
      t.equal(answer.status, 200, 'every slot still works')
  },
)
