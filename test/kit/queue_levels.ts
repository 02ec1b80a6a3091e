import fc from 'fast-check'
import type { Test } from 'tap'
import { createFakeClock, settle } from './fake_clock.js'
import { ask, queueOf } from './queue.js'
import { createRandom } from './queue_load.js'

const MOST = 16
const MINUTE = 60_000

/** People who come again and again, and how each of their requests goes. */
const visitor = fc.record({
  person: fc.constantFrom('a', 'b', 'c', 'd'),
  model: fc.constantFrom('m', 'm', 'n'),
  pauseMs: fc.nat(2_000),
  restMs: fc.constantFrom(0, 1_000),
  leaves: fc.constantFrom(0, 0.1, 0.5),
})

/** Asserts that at any level no slot is lost, none is idle, and no request starves. */
export async function checkLevels(t: Test, runs: number): Promise<void> {
  let changes = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(visitor, { minLength: 4, maxLength: 24 }),
      fc.array(fc.integer({ min: 20, max: 400 }), { minLength: MOST, maxLength: MOST }),
      fc.constantFrom(0, 15),
      fc.nat(),
      async (visitors, totals, slotFloor, seed) => {
        const clock = createFakeClock()
        const levels = new Map<string, number>()
        const queue = queueOf(clock, MOST, {
          calibrates: () => true,
          slotFloor,
          onLevel({ model, slots }) {
            levels.set(model, slots)
            changes += 1
          },
        })
        const working = new Map<string, number>()
        const count = (model: string, by: number) => {
          const now = (working.get(model) ?? 0) + by
          working.set(model, now)
          return now
        }
        const isAlone = visitors.every(({ model }) => model === visitors[0]?.model)
        const endMs = 40 * MINUTE
        let longest = 0
        const lives = visitors.map(async ({ person, model, pauseMs, restMs, leaves }, at) => {
          const random = createRandom(`${seed} ${at}`)
          while (clock.monotonic() < endMs) {
            const since = clock.monotonic()
            const ticket = queue.enter(ask(person, { model }))
            await ticket.turn
            longest = Math.max(longest, clock.monotonic() - since)
            if (count(model, 1) > (levels.get(model) ?? MOST)) throw new Error('above the level')
            ticket.answered()
            const { running } = queue.counts()
            const speed = (totals[running - 1] ?? 0) / running
            const isWhole = random() >= leaves
            await clock.sleep((isWhole ? 100 : 40) * (1_000 / speed))
            if (isWhole) ticket.settle({ promptTokens: 100, completionTokens: 100 })
            count(model, -1)
            ticket.release(isWhole ? 0 : restMs)
            await clock.sleep(pauseMs)
          }
        })
        const errors: unknown[] = []
        for (const life of lives) life.catch((error) => errors.push(error))
        await settle()
        while (await clock.step()) {
          const { running, draining, waiting, slots } = queue.counts()
          if (running + draining > MOST) throw new Error('more than the engine has')
          if (isAlone && waiting > 0 && running + draining < slots) throw new Error('a slot idles')
        }
        await Promise.all(lives)
        if (errors.length > 0) throw errors[0]
        if (longest > 20 * MINUTE) throw new Error(`somebody waited ${longest} ms`)
        const { running, draining, waiting } = queue.counts()
        if (running + draining + waiting > 0) throw new Error('something is left')
        // What the proxy knows nothing of gets all that the engine has.
        const all = Array.from({ length: MOST }, () => queue.enter(ask('z', { model: 'new' })))
        if (queue.counts().running !== MOST) throw new Error('a slot was lost')
        for (const ticket of all) ticket.release()
      },
    ),
    {
      numRuns: runs,
      // Somebody who always has a slot of one model waits for the only one of the other.
      examples: [
        [
          ['c n', 'a m', 'a m', 'c m', 'a m'].map((text) => {
            const [person = '', model = ''] = text.split(' ')
            return { person, model, pauseMs: 0, restMs: 0, leaves: 0 }
          }),
          Array.from({ length: MOST }, () => 20),
          15,
          0,
        ],
      ],
    },
  )
  t.ok(changes > 0, `${changes} changes of level`)
}
