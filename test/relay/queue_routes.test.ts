import t, { type Test } from 'tap'
import { readComment } from '../../libs/model/endpoint/queue_comments.js'
import { measurePrompt } from '../../libs/relay/chat/prompt_size.js'
import { placeComment } from '../../libs/relay/queue/place_comment.js'
import type { QueuePlace } from '../../libs/relay/queue/survey.js'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { chunk, DONE, startEndpoint, stream, usageChunk } from '../kit/fake_endpoint.js'
import { doneLine, lines, says, startOllama } from '../kit/fake_ollama.js'
import { chatOf, startRelay, until } from '../kit/relay.js'

const as = (name: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer token-${name}`, ...more },
})

/** A relay with one slot, three people and an engine that answers on demand. */
async function setup(t: Test, settings: object = {}) {
  const waiting: (() => void)[] = []
  const engine = await startEndpoint(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return stream(chunk({ content: 'x' }, 'stop'), usageChunk(10, 2), DONE)
  })
  const relay = await startRelay({
    engine: 'openai',
    engineUrl: engine.origin,
    models: ['m'],
    slots: 1,
    openMs: 20,
    heartbeatMs: 50,
    tokens: [
      { name: 'ann', sha256: digestOf('token-ann').toString('hex') },
      { name: 'bob', sha256: digestOf('token-bob').toString('hex') },
      { name: 'cron', sha256: digestOf('token-cron').toString('hex'), class: 'batch' },
    ],
    ...settings,
  })
  t.teardown(async () => {
    for (const answer of waiting) answer()
    await relay.stop()
    await engine.close()
  })
  const look = async (name: string) => {
    const answer = await fetch(`${relay.url}/v1/queue`, as(name))
    return (await answer.json()) as { totals: { running: number; waiting: number } }
  }
  const untilWaiting = async (count: number) => {
    while ((await look('ann')).totals.waiting !== count) await new Promise(setImmediate)
  }
  return { relay, engine, look, untilWaiting, answerOne: () => waiting.shift()?.() }
}

t.test('GET /v1/queue shows own requests and counts those of others', async (t) => {
  const { relay, engine, look, untilWaiting, answerOne } = await setup(t)
  const first = relay.post(chatOf('m'), as('ann'))
  await until(() => engine.asks.length === 1)
  const second = relay.post(chatOf('m'), as('cron', { 'x-aircoder-class': 'interactive' }))
  await untilWaiting(1)
  const third = relay.post(chatOf('m'), as('bob', { 'x-aircoder-class': 'normal' }))
  await untilWaiting(2)

  t.match(await look('cron'), {
    object: 'queue',
    mine: [
      {
        id: /^req_/,
        class: 'batch',
        model: 'm',
        state: 'waiting',
        position: 2,
        of: 2,
        waited_ms: Number,
        eta_s: null,
        reason: 'busy',
      },
    ],
    others: {
      people: 2,
      running: 1,
      waiting: 1,
      waiting_by_class: { interactive: 0, normal: 1, batch: 0 },
    },
    totals: { slots: 1, running: 1, draining: 0, waiting: 2, waiting_bytes: Number },
    limits: { class: 'batch', waiting: 16, waiting_of_all: 256, wait_ms: 600_000 },
  })
  t.notMatch(JSON.stringify(await look('cron')), /ann|bob/, 'nobody’s name')
  t.match(await look('ann'), { mine: [{ state: 'running', position: null, reason: null }] })
  t.equal((await fetch(`${relay.url}/v1/queue`)).status, 401)

  const classes: (string | null)[] = []
  for (const [at, answer] of [first, third, second].entries()) {
    await until(() => engine.asks.length === at + 1)
    answerOne()
    const { headers } = await answer
    classes.push(headers.get('x-aircoder-class'))
    t.match(headers.get('x-aircoder-queue-ms'), /^\d+$/)
    t.match(headers.get('server-timing'), /^queue;dur=\d+, ttft;dur=\d+, upstream;dur=\d+$/)
  }
  t.same(classes, ['interactive', 'normal', 'batch'], 'a header lowers a class and never raises it')
  t.match(await look('ann'), { mine: [], totals: { running: 0, waiting: 0, waiting_bytes: 0 } })
})

t.test('an unknown class is refused before the request waits', async (t) => {
  const { relay } = await setup(t)
  const answer = await relay.post(chatOf('m'), as('ann', { 'x-aircoder-class': 'vip' }))
  t.equal(answer.status, 400)
  t.match(await answer.json(), {
    error: { code: 'invalid_request', message: /interactive, normal, batch/ },
  })
})

t.test('a waiting stream reports its place, then the end of the wait', async (t) => {
  const { relay, engine, untilWaiting, answerOne } = await setup(t)
  const first = relay.post(chatOf('m'), as('ann'))
  await until(() => engine.asks.length === 1)
  const answer = await relay.post(chatOf('m', { stream: true }), as('bob'))
  await untilWaiting(1)
  const third = await relay.post(chatOf('m', { stream: true }), as('cron'))
  const text = answer.text()
  answerOne()
  await first
  await until(() => engine.asks.length === 2)
  answerOne()
  const seen = await text
  t.match(seen, /^: queue 1 of \d\n: aircoder queue position=1 of=\d reason=busy\n/)
  t.match(seen, /\n: aircoder phase=prefill queue_ms=[1-9]\d*\n/, 'and how long it took')
  t.match(seen, /data: \[DONE\]\n\n$/)
  await until(() => engine.asks.length === 3)
  answerOne()
  const late = await third.text()
  t.match(late, /^: queue 2 of 2\n: aircoder queue position=2 of=2 reason=busy\n/)
  t.match(late, /\n: queue 1 of 1\n: aircoder queue position=1 of=1 eta_s=\d+ reason=busy\n/)
})

t.test('the client parses the place that the proxy sends', async (t) => {
  const place: QueuePlace = { position: 3, of: 7, etaMs: 24_100, reason: 'busy' }
  const cases: [place: QueuePlace, texts: string[]][] = [
    [place, ['queued: place 3 of 7', 'queued: place 3 of 7, about 25 s']],
    [{ ...place, etaMs: null }, ['queued: place 3 of 7', 'queued: place 3 of 7']],
    [
      { ...place, etaMs: null, reason: 'swap' },
      ['queued: place 3 of 7', 'queued: place 3 of 7, another model uses the machine'],
    ],
    [
      { ...place, reason: 'loading' },
      ['queued: place 3 of 7', 'queued: place 3 of 7, about 25 s, the model is loading'],
    ],
  ]
  for (const [each, texts] of cases) {
    const comments = `: ${placeComment(each)}`.split('\n').map((line) => line.slice(2))
    t.same(
      comments.map((comment) => readComment(comment)?.text),
      texts,
    )
  }
  t.equal(
    placeComment(place),
    'queue 3 of 7\n: aircoder queue position=3 of=7 eta_s=25 reason=busy',
  )
})

t.test('too many own requests give 429 with Retry-After', async (t) => {
  const { relay, engine, untilWaiting, answerOne } = await setup(t, { userQueued: 1 })
  const leave = new AbortController()
  const first = relay.post(chatOf('m'), as('ann'))
  await until(() => engine.asks.length === 1)
  const second = relay.post(chatOf('m'), { ...as('ann'), signal: leave.signal })
  await untilWaiting(1)
  const third = await relay.post(chatOf('m'), as('ann'))
  t.equal(third.status, 429)
  t.match(third.headers.get('retry-after'), /^\d+$/)
  t.equal(third.headers.get('x-should-retry'), 'true')
  t.match(await third.json(), { error: { code: 'queue_full', type: 'rate_limit_error' } })
  leave.abort()
  await t.rejects(second)
  await untilWaiting(0)
  answerOne()
  t.equal((await first).status, 200)
})

t.test('a prompt cancelled on Ollama leaves a slot that rests, by the clock', async (t) => {
  const clock = createFakeClock()
  let silent = true
  const engine = await startOllama([{ name: 'm:latest', loadedWindow: 4_096 }], () =>
    silent ? { end: 'silent' } : lines(says('x'), doneLine()),
  )
  const relay = await startRelay({ engine: 'ollama', engineUrl: engine.origin, slots: 1 }, clock)
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const totals = async () => {
    const answer = await fetch(`${relay.url}/v1/queue`)
    return ((await answer.json()) as { totals: { draining: number; waiting: number } }).totals
  }
  const leave = new AbortController()
  const first = relay.post(chatOf('m'), { signal: leave.signal })
  await until(() => engine.chats.length === 1)
  silent = false
  const second = relay.post(chatOf('m:latest'))
  while ((await totals()).waiting !== 1) await new Promise(setImmediate)
  leave.abort()
  await t.rejects(first)
  while ((await totals()).draining !== 1) await new Promise(setImmediate)
  await clock.pass(999)
  t.match(await totals(), { draining: 1, waiting: 1 })
  await clock.pass(1)
  t.equal((await second).status, 200)
})

t.test('Ollama gets one model at a time, and waiting requests show the reason', async (t) => {
  const waiting: (() => void)[] = []
  const running: string[] = []
  let isHeld = true
  const engine = await startOllama(
    [{ name: 'near:latest', loadedWindow: 4_096 }, { name: 'far:latest' }],
    async ({ model }) => {
      running.push(String(model))
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
      return lines(says('x'), doneLine())
    },
  )
  const settings = { engine: 'ollama', engineUrl: engine.origin, slots: 2, openMs: 20 }
  const relay = await startRelay({ ...settings, heartbeatMs: 30 })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const near = relay.post(chatOf('near'))
  await until(() => waiting.length === 1)
  const far = await relay.post(chatOf('far', { stream: true }))
  const reader = (far.body as ReadableStream<Uint8Array>).getReader()
  let seen = ''
  /** Reads until this is there. @returns false at the end */
  const reads = async (word: string) => {
    while (!seen.includes(word)) {
      const { done, value } = await reader.read()
      if (done) return false
      seen += Buffer.from(value).toString()
    }
    return true
  }
  const also = relay.post(chatOf('near:latest'))
  await until(() => waiting.length === 2)
  for (const answer of waiting) answer()
  t.same([(await near).status, (await also).status], [200, 200], 'both slots for the loaded one')
  await until(() => waiting.length === 3)
  t.same(running, ['near:latest', 'near:latest', 'far:latest'])
  await reads('phase=loading')
  // The engine may load the model by a request of its own and ask again.
  isHeld = false
  waiting[2]?.()
  t.ok(await reads('data: [DONE]\n\n'), seen)
  t.match(seen, /^: queue 1 of 1\n: aircoder queue position=1 of=1 reason=swap\n/)
  t.match(seen, /\n: aircoder phase=loading queue_ms=\d+\n/)
  t.match(seen, /data: \[DONE\]\n\n$/)
})

t.test('measures a prompt by its length, an image by its kind', async (t) => {
  const text = 'x'.repeat(350)
  t.equal(measurePrompt(text), 100)
  t.equal(measurePrompt(undefined), 0)
  const image = `data:image/png;base64,${'A'.repeat(1_000_000)}`
  const messages = [{ content: [{ text }, { image_url: { url: image } }] }]
  t.ok(Math.abs(measurePrompt(messages) - 868) < 15)
})
