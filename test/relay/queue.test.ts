import t from 'tap'
import type { Ticket } from '../../libs/relay/queue/queue.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { ask, hasTurn, queueOf } from '../kit/queue.js'

/** Ends a request that ran well. */
function finish(ticket: Ticket | undefined, promptTokens = 1_000, completionTokens = 100): void {
  ticket?.settle({ promptTokens, completionTokens })
  ticket?.release()
}

/** Lets each finish in the order in which they begin, and tells whose they were. */
async function drainInOrder(tickets: Map<string, Ticket>, cost = 1_000): Promise<string[]> {
  const order: string[] = []
  const left = new Map(tickets)
  while (left.size > 0) {
    const running: string[] = []
    for (const [name, ticket] of left) if (await hasTurn(ticket)) running.push(name)
    if (running.length === 0) return order
    for (const name of running) {
      order.push(name)
      finish(left.get(name), cost)
      left.delete(name)
    }
  }
  return order
}

t.test('people with equal use run in order of arrival, and each gets its place', async (t) => {
  const queue = queueOf(createFakeClock(), 1)
  const moves: unknown[] = []
  const [first, second, third] = ['a', 'b', 'c'].map((person) => queue.enter(ask(person)))
  if (!first || !second || !third) return t.fail('three tickets')
  third.onMove(() => moves.push(third.place()))
  t.equal(await hasTurn(first), true)
  t.equal(await hasTurn(second), false)
  t.match(third.place(), { position: 2, of: 2, reason: 'busy', etaMs: null })

  finish(first)
  t.equal(await hasTurn(second), true)
  t.equal(second.place(), null)
  t.match(moves, [{ position: 1, of: 1 }])

  // Leaving the list is the same call as freeing the slot.
  third.release()
  await t.rejects(third.turn, { code: 'client_closed' })
  second.release()
  second.release()
  second.settle({ promptTokens: 1, completionTokens: 1 })
  t.match(queue.counts(), { running: 0, draining: 0, waiting: 0, waitingBytes: 0 })
})

t.test(
  'refuses beyond its bounds: 429 for a limit of the person, 503 for a common one',
  async (t) => {
    const queue = queueOf(createFakeClock(), 1, {
      queueRequests: 4,
      queueBytes: 1_000,
      userQueued: 2,
    })
    const running = queue.enter(ask('a'))
    queue.enter(ask('a'))
    queue.enter(ask('a'))
    t.throws(() => queue.enter(ask('a')), {
      code: 'queue_full',
      status: 429,
      facts: { retryAfterSeconds: Number },
    })
    queue.enter(ask('b'))
    t.throws(() => queue.enter(ask('c', { bytes: 998 })), {
      code: 'engine_unavailable',
      status: 503,
    })
    queue.enter(ask('c'))
    t.throws(() => queue.enter(ask('d')), { code: 'engine_unavailable' })
    t.throws(() => queue.enter(ask('b')), { code: 'queue_full' })
    t.throws(() => queue.enter(ask('d', { limits: { queued: 0 } })), { code: 'queue_full' })
    running.release()
    t.match(queue.counts(), { running: 1, waiting: 3, waitingBytes: 3 })
  },
)

t.test('admits one waiting request however large it is', async (t) => {
  const queue = queueOf(createFakeClock(), 1, { queueBytes: 1_000 })
  queue.enter(ask('a'))
  t.match(queue.enter(ask('b', { bytes: 5_000 })).place(), { position: 1 })
})

t.test(
  'a person with more than half of the slots lets others pass, and continues when there are none',
  async (t) => {
    const queue = queueOf(createFakeClock(), 2)
    const own = [1, 2, 3].map(() => queue.enter(ask('a')))
    t.equal(queue.counts().running, 2, 'work conserving')
    const other = queue.enter(ask('b', { promptTokens: 900_000 }))
    own[0]?.release()
    t.equal(await hasTurn(other), true, 'b passes the third of a, whatever it costs')
    other.release()
    t.equal(queue.counts().running, 2)
  },
)

t.test('a limit of the person holds also when slots are free', async (t) => {
  const queue = queueOf(createFakeClock(), 3)
  const limits = { running: 1 }
  const [first, second] = [1, 2].map(() => queue.enter(ask('a', { limits })))
  t.match(queue.counts(), { running: 1, waiting: 1 })
  if (second) t.equal(await hasTurn(second), false)
  first?.release()
  if (second) t.equal(await hasTurn(second), true)
})

t.test(
  'the person who used less goes first, also against many requests of one person',
  async (t) => {
    const queue = queueOf(createFakeClock(), 1)
    const now = queue.enter(ask('wide'))
    const tickets = new Map<string, Ticket>()
    for (const number of [1, 2, 3]) tickets.set(`wide ${number}`, queue.enter(ask('wide')))
    tickets.set('light', queue.enter(ask('light', { promptTokens: 100 })))
    t.match(tickets.get('light')?.place(), { position: 1, of: 4 })
    t.match(tickets.get('wide 3')?.place(), { position: 4, of: 4 })
    finish(now, 9_000)
    const order = await drainInOrder(tickets)
    t.same(order, ['light', 'wide 1', 'wide 2', 'wide 3'])
  },
)

t.test('the charge is estimated first and corrected at the end', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 1)
  const cases: [name: string, end: (ticket: Ticket) => void, first: string][] = [
    ['a cheap end costs little', (ticket) => finish(ticket, 10, 1), 'a'],
    [
      'a prompt that was still there costs a tenth',
      (ticket) => {
        ticket.settle({ promptTokens: 20_000, completionTokens: 1, cachedTokens: 20_000 })
        ticket.release()
      },
      'a',
    ],
    ['an expensive one costs much', (ticket) => finish(ticket, 20_000, 1), 'b'],
    ['leaving in the middle is no saving', (ticket) => ticket.release(), 'b'],
  ]
  for (const [name, end, first] of cases) {
    await clock.pass(3_600_000)
    const charged = queue.enter(ask('a', { promptTokens: 6_000 }))
    await clock.pass(5_000)
    end(charged)
    // The other has used as much as lies between the cheap and the expensive one.
    const middle = queue.enter(ask('b'))
    finish(middle, 5_000, 0)
    const busy = queue.enter(ask('c'))
    const tickets = new Map(['a', 'b'].map((person) => [person, queue.enter(ask(person))]))
    finish(busy)
    t.equal((await drainInOrder(tickets, 10))[0], first, name)
  }
})

t.test('use decays, and idle time earns no credit', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 1)
  finish(queue.enter(ask('early')), 80_000, 0)
  await clock.pass(10 * 60_000)
  finish(queue.enter(ask('recent')), 30_000, 0)
  const busy = queue.enter(ask('x', { promptTokens: 100_000, class: 'batch' }))
  // Ten minutes have made 20,000 of 80,000.
  const people = ['early', 'recent', 'new', 'new']
  const tickets = new Map(people.map((person, at) => [`${person} ${at}`, queue.enter(ask(person))]))
  finish(busy)
  // A new person starts with the lowest usage of those present, and after them by arrival.
  t.same(await drainInOrder(tickets), ['early 0', 'new 2', 'new 3', 'recent 1'])
})

t.test('classes share by weight: eight to three to one, nobody waits for all others', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 1, { userQueued: 200 })
  const served = { interactive: 0, normal: 0, batch: 0 }
  const kinds = ['interactive', 'normal', 'batch'] as const
  const busy = queue.enter(ask('x'))
  for (const kind of kinds)
    for (let at = 0; at < 60; at += 1) {
      const ticket = queue.enter(ask(kind, { class: kind, promptTokens: 1_000, maxTokens: 0 }))
      void ticket.turn.then(async () => {
        await clock.sleep(100)
        finish(ticket, 1_000, 0)
        served[kind] += 1
      })
    }
  finish(busy)
  await clock.pass(6_050)
  t.ok(Math.abs(served.interactive - 40) <= 1, `${served.interactive} of 60 interactive`)
  t.ok(Math.abs(served.normal - 15) <= 1, `${served.normal} normal`)
  t.ok(Math.abs(served.batch - 5) <= 1, `${served.batch} batch`)
})

t.test('a request that waited beyond the bound goes next, one slot at a time', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 2)
  // b used so much that a and c would go first for a long time.
  finish(queue.enter(ask('b')), 10_000_000, 0)
  const running = [queue.enter(ask('c')), queue.enter(ask('c'))]
  const late = [1, 2].map(() => queue.enter(ask('b')))
  await clock.pass(59_000)
  const young = ['a', 'c', 'c'].map((person) => queue.enter(ask(person)))
  finish(running[0])
  t.same(await Promise.all(young.map(hasTurn)), [true, false, false], 'not yet')
  await clock.pass(1_000)
  finish(young[0])
  const [first, second] = late
  if (!first || !second) return t.fail('two tickets')
  t.equal(await hasTurn(first), true, 'after 60 s the first of b')
  t.equal(await hasTurn(second), false, 'the second of b begins to wait now')
})

t.test('endless new people do not keep one waiting', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 1, { queueRequests: 10_000 })
  finish(queue.enter(ask('heavy')), 10_000_000, 0)
  queue.enter(ask('x')).release(1)
  const heavy = queue.enter(ask('heavy'))
  let began = -1
  void heavy.turn.then(() => {
    began = clock.monotonic()
  })
  for (let at = 0; began === -1 && at < 300; at += 1) {
    const ticket = queue.enter(ask(`new ${at}`))
    void ticket.turn.then(async () => {
      await clock.sleep(1_500)
      finish(ticket)
    })
    await clock.pass(1_000)
  }
  t.ok(began >= 60_000 && began <= 63_000, `began after ${began} ms`)
})

t.test('a slot goes to the session that used it last, among people with equal use', async (t) => {
  const queue = queueOf(createFakeClock(), 1)
  const session = (name: string) => ({ session: name, promptTokens: 500, maxTokens: 0 })
  const first = queue.enter(ask('a', session('s1')))
  const others = ['b', 'c'].map((person) => queue.enter(ask(person, session('s1'))))
  const again = queue.enter(ask('a', session('s1')))
  finish(first, 500, 0)
  t.equal(await hasTurn(again), true, 'its prompt is still there; another person’s s1 is another')
  finish(again, 50_000, 0)
  const third = queue.enter(ask('a', session('s1')))
  t.same(await Promise.all([...others, third].map(hasTurn)), [true, false, false], 'not for ever')
})

t.test('a slot rests after a cancel while the engine continues', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 1)
  const first = queue.enter(ask('a'))
  const second = queue.enter(ask('b'))
  first.release(1_000)
  first.release()
  t.match(queue.counts(), { running: 0, draining: 1, waiting: 1 })
  t.match(queue.rows(), [{ state: 'draining' }, { state: 'waiting' }])
  await clock.pass(999)
  t.equal(await hasTurn(second), false)
  await clock.pass(1)
  t.equal(await hasTurn(second), true)
})

t.test('estimates the wait from earlier durations', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 2)
  for (const ms of [10_000, 10_000]) {
    const ticket = queue.enter(ask('a'))
    await clock.pass(ms)
    finish(ticket)
  }
  const running = [queue.enter(ask('a')), queue.enter(ask('b'))]
  await clock.pass(4_000)
  const waiting = ['c', 'd', 'e'].map((person) => queue.enter(ask(person)))
  t.same(
    waiting.map((ticket) => ticket.place()),
    [6_000, 6_000, 16_000].map((etaMs, at) => ({ position: at + 1, of: 3, etaMs, reason: 'busy' })),
  )
  await clock.pass(500)
  t.match(waiting[2]?.place(), { etaMs: 15_500 })
  t.match(queue.rows().at(-1), { person: 'e', waitedMs: 500, ranMs: 0, state: 'waiting' })
  t.match(queue.rows()[0], { person: 'a', waitedMs: 0, ranMs: 4_500, state: 'running' })
  finish(running[0])
  t.match(waiting[1]?.place(), { position: 1, of: 2 })
})

t.test('refuses a request that waited too long, and all waiting ones on demand', async (t) => {
  const clock = createFakeClock()
  const queue = queueOf(clock, 1, { queueMs: 60_000, userQueued: 3 })
  queue.enter(ask('a'))
  const late = queue.enter(ask('b'))
  await clock.pass(60_000)
  await t.rejects(late.turn, { code: 'engine_timeout', status: 504 })
  t.equal(queue.counts().waiting, 0)
  const two = [queue.enter(ask('b')), queue.enter(ask('c'))]
  const refusal = await late.turn.catch((error) => error)
  queue.refuseWaiting(refusal)
  for (const ticket of two) await t.rejects(ticket.turn, { code: 'engine_timeout' })
  t.match(queue.counts(), { running: 1, waiting: 0 })
})

t.test('a model with slots of its own shares none', async (t) => {
  const queue = queueOf(createFakeClock(), 1)
  const shared = [queue.enter(ask('a')), queue.enter(ask('b'))]
  const own = [1, 2, 3].map((number) =>
    queue.enter(ask(`p${number}`, { model: 'big', modelSlots: 2 })),
  )
  t.same(await Promise.all(shared.map(hasTurn)), [true, false])
  t.same(await Promise.all(own.map(hasTurn)), [true, true, false])
  t.match(own[2]?.place(), { position: 1, of: 1 })
  t.match(queue.counts(), { slots: 3, running: 3, waiting: 2 })
})
