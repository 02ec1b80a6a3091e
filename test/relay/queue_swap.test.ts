import t from 'tap'
import type { QueueRequest } from '../../libs/relay/queue/line/request.js'
import type { Ticket } from '../../libs/relay/queue/queue.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { ask, hasTurn, queueOf } from '../kit/queue.js'

const RESIDENCY_MS = 30_000

function setup(slots = 1) {
  const clock = createFakeClock(1_000_000)
  const queue = queueOf(clock, slots, { residencyMs: RESIDENCY_MS })
  const enter = (person: string, model: string, cold: boolean, rest: Partial<QueueRequest> = {}) =>
    queue.enter(ask(person, { model, cold, ...rest }))
  return { clock, queue, enter }
}

function finish(ticket: Ticket | undefined): void {
  ticket?.answered()
  ticket?.settle({ promptTokens: 1_000, completionTokens: 100 })
  ticket?.release()
}

t.test('requests for the loaded model run together, the other model waits', async (t) => {
  const { clock, enter } = setup()
  const running = enter('a', 'A', false)
  t.equal(running.loads(), false, 'the engine said it is loaded')
  const other = enter('b', 'B', true)
  const same = [enter('c', 'A', false), enter('d', 'A', false)]
  t.equal(other.place()?.reason, 'swap')
  t.equal(other.place()?.etaMs, null)
  t.equal(same[0]?.place()?.reason, 'busy')
  for (const ticket of [running, ...same]) {
    t.equal(await hasTurn(ticket), true)
    t.equal(await hasTurn(other), false)
    await clock.pass(5_000)
    finish(ticket)
  }
  t.equal(await hasTurn(other), true, 'nobody needs A any more')
  t.equal(other.loads(), true)
})

t.test('a slot stays free rather than load beside running work', async (t) => {
  const { clock, queue, enter } = setup(2)
  const running = enter('a', 'A', false)
  const other = enter('b', 'B', true)
  t.match(queue.counts(), { running: 1, waiting: 1 })
  const third = enter('c', 'A', false)
  t.equal(await hasTurn(third), true, 'the loaded model may use it')
  finish(running)
  t.equal(await hasTurn(other), false)
  await clock.pass(1)
  third.release(1_000)
  t.equal(await hasTurn(other), false, 'nor beside a slot that rests')
  await clock.pass(1_000)
  t.equal(await hasTurn(other), true)
})

t.test(
  'a request that waited beyond the bound gets its model, and the engine is drained for it',
  async (t) => {
    const { clock, enter } = setup(2)
    const running = [enter('a', 'A', false), enter('c', 'A', false)]
    const other = enter('b', 'B', true)
    await clock.pass(59_999)
    finish(running[0])
    const third = enter('d', 'A', false)
    t.equal(await hasTurn(third), true)
    await clock.pass(1)
    const late = enter('e', 'A', false)
    finish(third)
    t.equal(await hasTurn(late), false, 'nobody new for A')
    finish(running[1])
    t.equal(await hasTurn(other), true)
    t.equal(other.loads(), true)
    t.equal(late.place()?.reason, 'swap')
  },
)

t.test('a loaded model stays for its time, also when another is waited for', async (t) => {
  const { clock, enter } = setup()
  const load = enter('a', 'A', true)
  t.equal(load.loads(), true)
  const again = enter('c', 'A', true)
  t.equal(again.place()?.reason, 'loading')
  await clock.pass(90_000)
  load.answered()
  t.equal(again.place()?.reason, 'busy', 'it has begun to answer')
  finish(load)
  const other = enter('b', 'B', true)
  finish(again)
  t.equal(await hasTurn(other), false, 'loaded a moment ago')
  await clock.pass(RESIDENCY_MS - 1)
  t.equal(await hasTurn(other), false)
  await clock.pass(1)
  t.equal(await hasTurn(other), true)
})

t.test('a failed load leaves no model behind', async (t) => {
  const { clock, enter } = setup()
  const load = enter('a', 'A', true)
  const other = enter('b', 'B', true)
  await clock.pass(10)
  load.release()
  t.equal(await hasTurn(other), true, 'no residency for what never answered')
})

t.test('requests that wait for a load share it', async (t) => {
  const { clock, enter } = setup(2)
  const first = enter('a', 'A', true)
  const second = enter('b', 'A', true)
  t.same([await hasTurn(first), await hasTurn(second)], [true, true])
  t.same([first.loads(), second.loads()], [true, false])
  first.release()
  const third = enter('c', 'A', true)
  t.equal(await hasTurn(third), true, 'the second keeps the load going')
  await clock.pass(1_000)
  second.answered()
  const other = enter('d', 'B', true)
  finish(second)
  finish(third)
  t.equal(await hasTurn(other), false)
})

t.test('two models that the engine holds at once are both used', async (t) => {
  const { enter } = setup(2)
  const both = [enter('a', 'A', false), enter('b', 'B', false)]
  t.same(await Promise.all(both.map(hasTurn)), [true, true])
  t.equal(both[1]?.loads(), false)
})

t.test(
  'the timer for the end of a residency is removed with the last waiting request',
  async (t) => {
    const { clock, enter } = setup()
    finish(enter('a', 'A', true))
    const other = enter('b', 'B', true)
    // Its own bound of waiting, and the residency.
    t.equal(clock.asleep(), 2)
    other.release()
    await t.rejects(other.turn, { code: 'client_closed' })
    t.equal(clock.asleep(), 0)
  },
)

t.test('two agents on two models: a load every half minute at most', async (t) => {
  const { clock, enter } = setup()
  let loads = 0
  let steps = 0
  const loaded = { model: '' }
  async function agent(person: string, model: string): Promise<void> {
    for (;;) {
      const ticket = enter(person, model, loaded.model !== model)
      await ticket.turn
      if (ticket.loads()) {
        loads += 1
        await clock.sleep(10_000)
        loaded.model = model
      }
      ticket.answered()
      await clock.sleep(8_000)
      finish(ticket)
      steps += 1
      await clock.sleep(1_000)
    }
  }
  void agent('a', 'A')
  void agent('b', 'B')
  await clock.pass(3_600_000)
  t.ok(loads <= 3_600 / 40, `${loads} loads in an hour`)
  t.ok(loads >= 20, 'neither keeps the machine for itself')
  // In arrival order each step would load: 190 of them.
  t.ok(steps >= 260, `${steps} steps`)
})
