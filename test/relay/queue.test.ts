import fc from 'fast-check'
import t from 'tap'
import { type Clock, systemClock } from '#core'
import { createQueue, type QueueBounds, type Ticket } from '../../libs/relay/queue.js'

const BOUNDS: QueueBounds = {
  slots: 1,
  userSlots: 1,
  queueRequests: 4,
  queueBytes: 1_000,
  userQueued: 2,
  queueMs: 60_000,
}

/** A clock whose sleeps end only by their signal. */
const still: Clock = {
  ...systemClock,
  sleep: (_, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
}

function queueOf(bounds: Partial<QueueBounds> = {}, clock: Clock = still) {
  return createQueue({ ...BOUNDS, ...bounds }, clock)
}

/** Whether the ticket's turn has come, as far as settled promises tell. */
async function hasTurn(ticket: Ticket): Promise<boolean> {
  const waiting = Symbol('waiting')
  return (await Promise.race([ticket.turn, Promise.resolve(waiting)])) !== waiting
}

t.test('runs in order of arrival and tells each its place', async (t) => {
  const queue = queueOf()
  const moves: unknown[] = []
  const [first, second, third] = ['a', 'b', 'c'].map((person) => queue.enter({ person, bytes: 1 }))
  if (!first || !second || !third) return t.fail('three tickets')
  third.onMove(() => moves.push(third.place()))
  t.equal(await hasTurn(first), true)
  t.equal(await hasTurn(second), false)
  t.same(third.place(), { position: 2, of: 2 })

  first.release()
  t.equal(await hasTurn(second), true)
  t.equal(second.place(), null)
  t.same(moves, [{ position: 1, of: 1 }])

  // Leaving the list is the same call as freeing the slot.
  third.release()
  await t.rejects(third.turn, { code: 'client_closed' })
  second.release()
  second.release()
  t.match(queue.counts(), { running: 0, waiting: 0, waitingBytes: 0 })
})

t.test('refuses beyond its bounds: 429 for what is one’s own, 503 for what is not', async (t) => {
  const queue = queueOf()
  const running = queue.enter({ person: 'a', bytes: 1 })
  queue.enter({ person: 'a', bytes: 1 })
  queue.enter({ person: 'a', bytes: 1 })
  t.throws(() => queue.enter({ person: 'a', bytes: 1 }), { code: 'queue_full', status: 429 })
  queue.enter({ person: 'b', bytes: 1 })
  t.throws(() => queue.enter({ person: 'c', bytes: 998 }), {
    code: 'engine_unavailable',
    status: 503,
  })
  queue.enter({ person: 'c', bytes: 1 })
  t.throws(() => queue.enter({ person: 'd', bytes: 1 }), { code: 'engine_unavailable' })
  t.throws(() => queue.enter({ person: 'b', bytes: 1 }), { code: 'queue_full' })
  running.release()
  t.match(queue.counts(), { running: 1, waiting: 3 })
})

t.test('admits one waiting request however large it is', async (t) => {
  const queue = queueOf()
  queue.enter({ person: 'a', bytes: 1 })
  t.match(queue.enter({ person: 'b', bytes: 5_000 }).place(), { position: 1 })
})

t.test(
  'a person beyond their slots lets others pass, and runs on when there are none',
  async (t) => {
    const queue = queueOf({ slots: 2, userSlots: 1, userQueued: 4 })
    const own = [1, 2, 3].map(() => queue.enter({ person: 'a', bytes: 1 }))
    t.equal(queue.counts().running, 2, 'work conserving')
    const other = queue.enter({ person: 'b', bytes: 1 })
    own[0]?.release()
    t.equal(await hasTurn(other), true, 'b passes the third of a')
    other.release()
    t.equal(queue.counts().running, 2)
  },
)

t.test('puts out who waited too long, and all who wait when told so', async (t) => {
  let wake = () => {}
  const sleep = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const queue = queueOf({}, { ...systemClock, sleep })
  queue.enter({ person: 'a', bytes: 1 })
  const late = queue.enter({ person: 'b', bytes: 1 })
  wake()
  await t.rejects(late.turn, { code: 'engine_timeout', status: 504 })
  t.equal(queue.counts().waiting, 0)
})

t.test('loses no slot and leaves none idle over random schedules', async (t) => {
  const step = fc.oneof(
    fc.record({ enter: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(400) }),
    fc.record({ release: fc.nat(30) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, slots) => {
        const queue = queueOf({ slots, userSlots: Math.ceil(slots / 2), userQueued: 3 })
        const tickets: Ticket[] = []
        for (const each of steps) {
          if ('release' in each) tickets[each.release % Math.max(1, tickets.length)]?.release()
          else
            try {
              tickets.push(queue.enter({ person: each.enter, bytes: each.bytes }))
            } catch {
              // A refusal at a bound is an answer too.
            }
          const { running, waiting } = queue.counts()
          if (running > slots) throw new Error(`${running} run in ${slots} slots`)
          if (waiting > 0 && running < slots) throw new Error('a slot is idle while some wait')
        }
        for (const ticket of tickets) ticket.release()
        const { running, waiting, waitingBytes } = queue.counts()
        if (running + waiting + waitingBytes !== 0) throw new Error('something is left over')
      },
    ),
    { numRuns: 200 },
  )
  t.pass('200 schedules')
})
