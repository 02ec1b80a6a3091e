import t, { type Test } from 'tap'
import { systemClock } from '#core'
import { createRates } from '../../libs/relay/people/rates.js'
import { type Act, chunk, DONE, usageChunk } from '../kit/fake_endpoint.js'
import { chatOf } from '../kit/relay.js'
import { setup } from '../kit/relayed_engine.js'

const DAY_MS = 86_400_000

/** Moves the wall clock of this process, as an administrator or a wrong time server does. */
function wallClock(t: Test) {
  const real = Date.now
  let jump = 0
  Date.now = () => real() + jump
  t.teardown(() => {
    Date.now = real
  })
  return (days: number) => {
    jump += days * DAY_MS
  }
}

const SLOW: Act = {
  headers: { 'content-type': 'text/event-stream' },
  body: [
    chunk({ role: 'assistant', content: 'a' }),
    ...Array.from({ length: 8 }, () => [{ waitMs: 100 }, chunk({ content: 'b' })]).flat(),
    chunk({}, 'stop'),
    usageChunk(7, 9),
    DONE,
  ],
}

for (const days of [400, -400])
  t.test(`a jump of the wall clock by ${days} days ends no stream and frees no slot`, async (t) => {
    const jump = wallClock(t)
    let [running, most] = [0, 0]
    const act = () => {
      running += 1
      most = Math.max(most, running)
      return SLOW
    }
    // More than a busy machine needs, and far less than the jump.
    const limits = { idleMs: 600_000, queueMs: 600_000 }
    const { engine, relay } = await setup(t, { m: act }, { slots: 1, ...limits })
    const body = chatOf('m', { stream: true })
    const first = await relay.post(body)
    const reader = (first.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const second = relay.post(body)
    const third = relay.post(body)
    jump(days)
    const text: string[] = []
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text.push(Buffer.from(part.value).toString())
      jump(days / 8)
    }
    running -= 1
    t.match(text.join(''), /\[DONE\]/, 'the stream came to its end')
    t.notMatch(text.join(''), '"error"')
    for (const later of [second, third]) {
      const answer = await later
      t.match(await answer.text(), /\[DONE\]/, 'who waited is served')
      running -= 1
      jump(days)
    }
    t.equal(engine.asks.length, 3)
    t.equal(most, 1, 'one at a time')
  })

t.test('an engine that falls silent is noticed though the wall clock went back', async (t) => {
  const jump = wallClock(t)
  const { body } = SLOW
  const hang: Act = { ...SLOW, body: body?.slice(0, 1) ?? [], end: 'hang' }
  const { relay } = await setup(t, { m: () => hang }, { slots: 1, idleMs: 300 })
  const answer = await relay.post(chatOf('m', { stream: true }))
  jump(-400)
  t.match(await answer.text(), /"code":"engine_timeout"/)
})

t.test('the requests of a minute are not given back by a jump', async (t) => {
  const jump = wallClock(t)
  const rates = createRates(systemClock, () => 0)
  const person = { name: 'alice', class: 'normal', models: null, limits: { requestsPerMinute: 2 } }
  const enter = () => rates.enter(person as unknown as Parameters<typeof rates.enter>[0])
  enter()
  enter()
  for (const days of [1, 400, -900]) {
    jump(days)
    t.throws(enter, { code: 'rate_limited' }, `${days} days`)
  }
})
