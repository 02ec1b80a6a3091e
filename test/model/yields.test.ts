import t from 'tap'
import { LIMITS, systemClock } from '#core'
import { createClient } from '#model'
import type { ByteQueue } from '../../libs/model/reading/queue_bytes.js'
import { readEvents } from '../../libs/model/reading/read_events.js'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'

const KIB = 1_024
/** Twice what the reader takes before keys get their turn: one part may end after the bound. */
const TURN_BYTES = 128 * KIB

/** Counts the turns of the event loop: a key that was pressed acts in the next one. */
function countTurns() {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    turns: () => turns,
    stop: () => {
      isOver = true
    },
  }
}

/** Chunks that have all arrived: nothing but the reader itself lets the loop turn. */
function buffered(chunks: Buffer[], onTaken: (bytes: number) => void): ByteQueue {
  const rest = [...chunks]
  return {
    take: async () => {
      const next = rest.shift() ?? null
      onTaken(next?.length ?? 0)
      return next
    },
    end: () => {},
  }
}

const FLOODS: Record<string, Buffer[]> = {
  'chunks of comments': Array(64).fill(Buffer.from(': alive\n'.repeat(2 * KIB))),
  'chunks of one line without an end': [
    Buffer.from('data: {"a":"'),
    ...Array(64).fill(Buffer.alloc(16 * KIB, 'x')),
  ],
  'chunks of events': Array(64).fill(Buffer.from(chunk({ content: 'x' }).repeat(100))),
}

for (const [name, chunks] of Object.entries(FLOODS))
  t.test(`the reader lets keys act between chunks that have arrived: ${name}`, async (t) => {
    const loop = countTurns()
    t.teardown(loop.stop)
    let most = 0
    let inTurn = 0
    let last = 0
    const queue = buffered(chunks, (bytes) => {
      if (loop.turns() !== last) inTurn = 0
      last = loop.turns()
      inTurn += bytes
      most = Math.max(most, inTurn)
    })
    const watch = { received() {}, comment() {}, isOpen: () => true }
    for await (const _ of readEvents(queue, watch));
    t.ok(most <= TURN_BYTES, `${most} bytes were read in one turn`)
  })

t.test('the reader lets keys act inside of one chunk of short lines', async (t) => {
  const loop = countTurns()
  t.teardown(loop.stop)
  const lines = 16 * KIB
  const queue = buffered([Buffer.from(':\n'.repeat(lines))], () => {})
  let isOpen = 0
  const seen = new Map<number, number>()
  const watch = {
    received() {},
    comment() {},
    // It is asked once a line.
    isOpen: () => {
      isOpen += 1
      seen.set(loop.turns(), (seen.get(loop.turns()) ?? 0) + 1)
      return true
    },
  }
  for await (const _ of readEvents(queue, watch));
  t.equal(isOpen, lines)
  const most = Math.max(...seen.values())
  t.ok(most <= 1_024, `${most} lines were read in one turn`)
})

t.test('the reader takes nothing more after the request was ended by a key', async (t) => {
  let isOpen = true
  let taken = 0
  const queue = buffered(Array(64).fill(Buffer.from(': alive\n'.repeat(KIB))), () => {
    taken += 1
  })
  // The key: a callback of the loop, which acts only if the reader lets it.
  setImmediate(() => {
    isOpen = false
  })
  const watch = { received() {}, comment() {}, isOpen: () => isOpen }
  for await (const _ of readEvents(queue, watch));
  t.ok(taken < 8, `${taken} chunks were taken`)
})

t.test('the client lets keys act inside of one event that holds a long text', async (t) => {
  const text = Array.from({ length: 60_000 }, (_, at) => (at * 7_919) % 99_991).join(' ')
  const endpoint = await startEndpoint(() =>
    stream(chunk({ content: text }), chunk({}, 'stop'), DONE),
  )
  t.teardown(() => endpoint.close())
  const client = createClient({
    baseUrl: endpoint.baseUrl,
    clock: systemClock,
    limits: { ...LIMITS, tries: 1 },
  })
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }
  const signal = new AbortController().signal
  const run = client.ask(request, { step: 1, sessionId: 's_1', signal })
  const loop = countTurns()
  t.teardown(loop.stop)
  const seen = new Map<number, number>()
  for (;;) {
    const next = await run.next()
    if (next.done) break
    if (next.value.type === 'delta')
      seen.set(loop.turns(), (seen.get(loop.turns()) ?? 0) + next.value.text.length)
  }
  const all = [...seen.values()].reduce((sum, length) => sum + length, 0)
  t.equal(all, text.length)
  const most = Math.max(...seen.values())
  t.ok(most <= TURN_BYTES, `${most} characters were passed on in one turn`)
})
