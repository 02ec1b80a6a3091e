import fc from 'fast-check'
import type { Test } from 'tap'
import { createAccounts } from '../../libs/relay/queue/fair_share/account.js'
import type { Queue, Ticket } from '../../libs/relay/queue/queue.js'
import { CLASS_NAMES, CLASSES } from '../../libs/relay/settings/classes.js'
import { createFakeClock, type FakeClock, settle } from './fake_clock.js'
import { ask, queueOf } from './queue.js'
import { createRandom } from './queue_load.js'

const MAX_RUN_MS = 20_000
const QUEUED = 5

/** How one request comes and goes. */
const visit = fc.record({
  afterMs: fc.nat(8_000),
  person: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  class: fc.constantFrom(...CLASS_NAMES),
  promptTokens: fc.nat(30_000),
  maxTokens: fc.option(fc.nat(2_000)),
  answerTokens: fc.nat(2_000),
  session: fc.option(fc.constantFrom('s1', 's2')),
  bytes: fc.nat(400),
  runMs: fc.nat(MAX_RUN_MS),
  /** `leave`: the client goes away after `patienceMs`, wherever its request is then. */
  end: fc.constantFrom('finish', 'fail', 'leave'),
  patienceMs: fc.nat(40_000),
  restMs: fc.constantFrom(0, 0, 1_000),
})
type Visit = typeof visit extends fc.Arbitrary<infer T> ? T : never

/** A visitor from the turn to the end; every release is called twice. */
async function live(ticket: Ticket, clock: FakeClock, visit: Visit): Promise<void> {
  const over = new AbortController()
  if (visit.end === 'leave')
    void clock.sleep(visit.patienceMs, over.signal).then(() => {
      ticket.release(visit.restMs)
      ticket.release()
    })
  try {
    await ticket.turn
  } catch {
    return
  }
  await clock.sleep(visit.runMs)
  over.abort('ended')
  if (visit.end === 'finish')
    ticket.settle({ promptTokens: visit.promptTokens, completionTokens: visit.answerTokens })
  ticket.release()
  ticket.release(visit.restMs)
}

function assertSound(queue: Queue, slots: number): void {
  const { running, draining, waiting } = queue.counts()
  const used = running + draining
  if (used > slots) throw new Error(`${used} run in ${slots} slots`)
  if (waiting > 0 && used < slots) throw new Error('a slot is idle while some wait')
  const rows = queue.rows()
  const waits = rows.filter((row) => row.state === 'waiting')
  const places = waits.map((row) => row.place?.position).sort((a = 0, b = 0) => a - b)
  if (places.some((place, at) => place !== at + 1)) throw new Error(`places ${places}`)
  for (const { person } of waits)
    if (waits.filter((row) => row.person === person).length > QUEUED)
      throw new Error(`${person} has more waiting than allowed`)
}

/** When somebody begins beyond half of the slots, nobody else with less may be waiting. */
function assertCapped(queue: Queue, person: string, slots: number): void {
  const rows = queue.rows()
  const cap = Math.ceil(slots / 2)
  const held = (name: string) =>
    rows.filter((row) => row.person === name && row.state !== 'waiting').length
  if (held(person) <= cap) return
  const passed = rows.find((row) => row.state === 'waiting' && held(row.person) < cap)
  if (passed !== undefined)
    throw new Error(`${person} holds ${held(person)}, ${passed.person} waits`)
}

/** Asserts that random schedules lose no slot, leave none idle, and keep limits and places. */
export async function checkSchedules(t: Test, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { maxLength: 50 }),
      fc.integer({ min: 1, max: 8 }),
      async (visits, slots) => {
        const clock = createFakeClock()
        const queue = queueOf(clock, slots, {
          userQueued: QUEUED,
          queueRequests: 12,
          queueBytes: 2_000,
        })
        const lives: Promise<void>[] = []
        const errors: unknown[] = []
        for (const each of visits) {
          const end = clock.monotonic() + each.afterMs
          while (await clock.step(end)) assertSound(queue, slots)
          try {
            const ticket = queue.enter(ask(each.person, each))
            const seesTurn = () => assertCapped(queue, each.person, slots)
            // A ticket that is put out has no turn.
            void ticket.turn.then(seesTurn, () => {}).catch((error) => errors.push(error))
            lives.push(live(ticket, clock, each))
          } catch (error) {
            const { status } = error as { status?: number }
            if (status !== 429 && status !== 503) throw error
          }
          await settle()
          assertSound(queue, slots)
          const { waiting, waitingBytes } = queue.counts()
          if (waiting > 12 || (waiting > 1 && waitingBytes > 2_000))
            throw new Error('too many wait')
        }
        // Long enough for all to run one after the other.
        await clock.pass(visits.length * (MAX_RUN_MS + 1_000))
        await Promise.all(lives)
        if (errors.length > 0) throw errors[0]
        const { running, draining, waiting, waitingBytes } = queue.counts()
        if (running + draining + waiting + waitingBytes !== 0) throw new Error('something is left')
        // Earlier work does not keep the slots from being full.
        const all = Array.from({ length: slots }, (_, at) => queue.enter(ask(`z${at}`)))
        if (queue.counts().running !== slots) throw new Error('a slot was lost')
        for (const ticket of all) ticket.release()
      },
    ),
    { numRuns: runs },
  )
  t.pass(`${runs} schedules`)
}

/** Somebody who always has this many requests outstanding. */
const crowd = fc.record({
  class: fc.constantFrom(...CLASS_NAMES),
  width: fc.integer({ min: 1, max: 6 }),
  promptTokens: fc.integer({ min: 1, max: 30_000 }),
  runMs: fc.integer({ min: 500, max: MAX_RUN_MS }),
})
type Crowd = typeof crowd extends fc.Arbitrary<infer T> ? T : never

/**
 * The longest that one of `width` requests of a person may wait. Each in its turn waits until it is aged, and then
 * for those who aged before it: every second turn is theirs, and each turn takes one run at most.
 */
function longestWait(people: readonly Crowd[], own: Crowd): number {
  const { agedMs } = CLASSES[own.class]
  return own.width * (agedMs + 2 * (people.length + 1) * MAX_RUN_MS)
}

/** Asserts that no request starves under continuous arrivals, with the cap of a person and without. */
export async function checkWaits(t: Test, runs: number): Promise<void> {
  let worst = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(crowd, { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      async (people, slots, isCapped) => {
        const clock = createFakeClock()
        const queue = queueOf(clock, slots, isCapped ? {} : { userSlots: slots })
        const failures: string[] = []
        const waiting = new Map<Ticket, () => void>()
        people.forEach((each, number) => {
          const limit = longestWait(people, each)
          const check = (since: number) => {
            const waited = clock.monotonic() - since
            worst = Math.max(worst, waited / limit)
            if (waited > limit) failures.push(`${each.class}: ${waited} ms, bound ${limit}`)
          }
          const worker = async () => {
            for (;;) {
              const since = clock.monotonic()
              const ticket = queue.enter(ask(`p${number}`, each))
              waiting.set(ticket, () => check(since))
              await ticket.turn
              check(since)
              waiting.delete(ticket)
              await clock.sleep(each.runMs)
              ticket.settle({ promptTokens: each.promptTokens, completionTokens: 100 })
              ticket.release()
            }
          }
          for (let at = 0; at < each.width; at += 1) void worker()
        })
        await clock.pass(2_400_000)
        for (const check of waiting.values()) check()
        if (failures.length > 0) throw new Error(failures[0])
      },
    ),
    { numRuns: runs },
  )
  t.pass(`the longest wait was ${Math.round(worst * 100)} % of its bound`)
}

/** Asserts that two people who always want more get equal shares, with requests of any size. */
export async function checkEqualShares(t: Test, runs: number): Promise<void> {
  const QUANTUM = 4_096
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.integer({ min: 1, max: 4 }),
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
      async (seed, slots, sizes) => {
        const clock = createFakeClock()
        // Without the cap, which would share by slots and not by tokens between two.
        const queue = queueOf(clock, slots, { userSlots: slots })
        const used = createAccounts<string>()
        const mostExpensive = 1_000 * 9 + 3 * 300
        let gap = 0
        sizes.forEach((size, number) => {
          const person = `p${number}`
          const random = createRandom(`${seed} ${person}`)
          const worker = async () => {
            for (;;) {
              const promptTokens = Math.ceil(random() * 1_000 * size)
              const ticket = queue.enter(ask(person, { promptTokens, session: person }))
              await ticket.turn
              const began = clock.monotonic()
              const completionTokens = Math.ceil(random() * 300)
              await clock.sleep(promptTokens / 2 + 25 * completionTokens)
              ticket.settle({ promptTokens, completionTokens })
              ticket.release()
              const now = clock.monotonic()
              used.charge(person, promptTokens + 3 * completionTokens, now, began)
              gap = Math.max(gap, Math.abs(used.used('p0', now) - used.used('p1', now)))
            }
          }
          for (let at = 0; at < slots + 1; at += 1) void worker()
        })
        await clock.pass(900_000)
        const bound = QUANTUM + (2 + 2 * slots) * mostExpensive
        if (gap > bound) throw new Error(`${gap} tokens apart, bound ${bound}`)
      },
    ),
    { numRuns: runs },
  )
  t.pass(`${runs} pairs`)
}
