import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { createFakeClock } from './fake_clock.js'
import { chunk, DONE, startEndpoint, stream, usageChunk } from './fake_endpoint.js'
import { fifoQueue } from './plain_queues.js'
import { fairQueue, LOAD_PEOPLE, quantile, simulateLoad, startLoad } from './queue_load.js'
import { startRelay } from './relay.js'

const SLOTS = 4

/** Asserts for each seed that others wait a quarter as long beside twelve requests of one person. */
export async function checkSharing(t: Test, seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) {
    const terms = { slots: SLOTS, hours: 1, seed }
    const fifo = await simulateLoad(fifoQueue(SLOTS), createFakeClock(), terms)
    for (const batchClass of ['batch', 'interactive'] as const) {
      const clock = createFakeClock()
      const fair = await simulateLoad(fairQueue(batchClass)(SLOTS, clock), clock, terms)
      for (const kind of ['chat', 'agent'] as const) {
        const share = quantile(fair.waits[kind], 0.95) / quantile(fifo.waits[kind], 0.95)
        t.ok(share <= 0.25, `seed ${seed}, batch as ${batchClass}: ${kind} p95 ${share.toFixed(3)}`)
      }
      t.ok(fair.busy > 0.99 && fifo.busy > 0.99, 'the engine works all the time in both')
      t.ok(fair.done.batch > 200, `${fair.done.batch} requests of the batch user went through`)
    }
  }
}

interface Terms {
  slots: number
  hours: number
  seed: number
}

/** Asserts the same over real sockets, for so many hours of the clock. */
export async function checkSharingOverSockets(t: Test, hours: number): Promise<void> {
  const terms = { slots: SLOTS, hours, seed: 5 }
  const fair = await loadOverSockets((person) => person, terms)
  // Under one name all requests share one line: first come, first served.
  const fifo = await loadOverSockets(() => 'all', terms)
  const share = quantile(fair.waits, 0.95) / quantile(fifo.waits, 0.95)
  const clock = createFakeClock()
  const simulated = await simulateLoad(fairQueue('batch')(SLOTS, clock), clock, terms)
  t.comment(
    `p95 ${quantile(fair.waits, 0.95)} s of ${quantile(fifo.waits, 0.95)} s; simulated ${quantile([...simulated.waits.chat, ...simulated.waits.agent], 0.95)} s`,
  )
  t.ok(share <= 0.25, `interactive p95 is ${share.toFixed(3)} of that of one line`)
  t.ok(fair.busy > 0.98 && fifo.busy > 0.98, `busy ${fair.busy} and ${fifo.busy}`)
}

/**
 * Puts the load on a relay before an engine whose time is the fake clock's: it advances when every answer has
 * arrived and every request is in the relay's queue, so that a slow machine measures the same.
 */
async function loadOverSockets(nameOf: (person: string) => string, terms: Terms) {
  const clock = createFakeClock()
  const began = new Map<string, number>()
  let [asked, held, answered, received] = [0, 0, 0, 0]
  let seen = 0
  let usedS = 0
  const engine = await startEndpoint(async ({ body }) => {
    const numbers = /size (\d+) (\d+) (\d+) (\d+)/.exec(body)?.slice(1) ?? []
    const [ms = 0, prompt = 0, answer = 0] = numbers.map(Number)
    began.set(numbers[3] ?? '', clock.monotonic())
    held += 1
    await clock.sleep(ms)
    usedS += ms / 1000
    held -= 1
    answered += 1
    return stream(chunk({ content: 'x' }, 'stop'), usageChunk(prompt, answer), DONE)
  })
  const names = [...new Set(LOAD_PEOPLE.map(([person]) => nameOf(person)))]
  const settings = {
    engine: 'openai',
    engineUrl: engine.origin,
    models: ['fake'],
    slots: SLOTS,
    userQueued: 64,
    tokens: names.map((name) => ({
      name,
      sha256: digestOf(`token-${name}`).toString('hex'),
      class: name === 'batch' ? 'batch' : 'interactive',
    })),
  }
  const relay = await startRelay(settings, clock)
  const headersOf = (name: string) => ({ authorization: `Bearer token-${name}` })
  const over = new AbortController()
  setMaxListeners(0, over.signal)

  const { report, ended } = startLoad({
    seed: terms.seed,
    sleep: (seconds) => clock.sleep(seconds * 1000),
    async serve({ person, promptTokens, answerTokens, seconds }) {
      asked += 1
      const id = String(asked)
      const since = clock.monotonic()
      const size = `size ${Math.round(seconds * 1000)} ${promptTokens} ${answerTokens} ${id}`
      // As long as a prompt of so many tokens is: the relay charges by its length until the engine has counted.
      const content = size.padEnd(Math.round(promptTokens * 3.5), '.')
      const headers = headersOf(nameOf(person))
      const body = { model: 'fake', messages: [{ role: 'user', content }] }
      const answer = await relay.post(body, { headers, signal: over.signal })
      await answer.text()
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      received += 1
      return ((began.get(id) ?? Number.NaN) - since) / 1000
    },
  })
  const isQuiet = async () => {
    const outstanding = asked - received
    if (answered !== received || held !== Math.min(SLOTS, outstanding)) return false
    if (seen === asked) return true
    const queue = await fetch(`${relay.url}/v1/queue`, { headers: headersOf(names[0] ?? '') })
    const { totals } = (await queue.json()) as { totals: { running: number; waiting: number } }
    if (totals.running + totals.waiting !== asked - received) return false
    seen = asked
    return true
  }
  const goOn = async () => {
    while (!(await isQuiet())) await pause(1)
    return clock.step(terms.hours * 3_600_000)
  }
  while (await goOn());

  over.abort('over')
  // Callers with remaining work wait for the clock.
  const ticking = setInterval(() => void clock.step(), 1)
  await Promise.all([relay.stop(), ended.catch(() => {}), engine.close()])
  clearInterval(ticking)
  return {
    waits: [...report.waits.chat, ...report.waits.agent],
    busy: usedS / (terms.hours * 3_600) / SLOTS,
  }
}
