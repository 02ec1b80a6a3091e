import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import t from 'tap'
import { systemClock } from '#core'
import type { LevelChange } from '../../libs/relay/queue/learning.js'
import { createCalibration } from '../../libs/relay/queue/levels/calibrate.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { chunk, DONE, startEndpoint, stream, usageChunk } from '../kit/fake_endpoint.js'
import { ask, queueOf } from '../kit/queue.js'
import { checkLevels } from '../kit/queue_levels.js'
import { createRandom } from '../kit/queue_load.js'
import { startRelay } from '../kit/relay.js'
import { createSharedEngine } from '../kit/shared_engine.js'

const MOST = 16
const MINUTE = 60_000

/** Total tokens a second by parallel streams. */
type Curve = (streams: number) => number
const scales: Curve = (streams) => 20 * streams
/** 40, 80, 120, 160, then down to 64 with sixteen. */
const peaksAtFour: Curve = (streams) => (streams <= 4 ? 40 * streams : 160 - 8 * (streams - 4))

/** A calibration after eight answers at a level. */
function bench(floor = 0) {
  const calibration = createCalibration()
  const bench = {
    now: 0,
    wanted: false,
    see(total: number, level: number, answers = 8, tokens = 200) {
      const ms = (tokens / (total / level)) * 1_000
      for (let count = 0; count < answers; count += 1)
        calibration.note(level, tokens, ms, bench.now)
      return bench.level()
    },
    level() {
      const isWanted = () => bench.wanted
      calibration.review({ most: MOST, floor, now: bench.now, isOn: true, isWanted })
      return calibration.level(MOST)
    },
  }
  return bench
}

t.test('all slots are used until a lower level is clearly better', async (t) => {
  const one = bench()
  t.equal(one.level(), MOST)
  t.equal(one.see(160, 4), MOST, 'what was never measured is assumed to be good')
  t.equal(one.see(100, 5), MOST, 'a neighbour is no measurement of sixteen')
  t.equal(one.see(150, 16), MOST, 'six per cent are not clear')
  t.equal(bench().see(160, 4, 7), MOST, 'seven answers are not enough')

  const two = bench()
  two.see(160, 4)
  t.equal(two.see(100, 16), 5, 'from the best one up')
  t.equal(two.see(165, 5), 6, 'better, and so the next')
  t.equal(two.see(150, 6), 5, 'not as good')
  t.equal(two.see(158, 5, 4), 5, 'what is held is left only for what is clearly better')
  two.now += 31 * MINUTE
  t.equal(two.level(), 5, 'a quiet time forgets the figures, not the level')
  t.equal(two.see(154, 5), 6, 'and then the next is tried again')
})

t.test('answers that are too short or in one piece are not counted', async (t) => {
  const one = bench()
  one.see(160, 4)
  t.equal(one.see(40, 16, 20, 15), MOST)
  t.equal(one.see(1_000_000, 1, 20, 20), MOST)
  t.equal(one.see(100, 16), 5)
})

t.test(
  'the minimum speed of one stream holds, even if another level has a larger total',
  async (t) => {
    const one = bench(20)
    t.equal(one.see(160, 16), 8, 'ten each with sixteen: with eight it may be twenty')
    t.equal(one.see(160, 8), 9, 'one more')
    t.equal(one.see(160, 9), 8)
    t.equal(bench(500).see(100, 1), 1, 'never below one')
  },
)

t.test(
  'under full load half of the level is tried, then half of that, and less often after failures',
  async (t) => {
    const one = bench()
    one.wanted = true
    t.equal(one.see(320, 16), 8)
    t.equal(one.see(160, 8), 16, 'worse: back')
    const trials: number[] = []
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      one.now += MINUTE
      if (one.see(320, 16) === 8) {
        trials.push(minute)
        one.see(160, 8)
      }
    }
    t.equal(trials.length, 5, `in a day: ${trials}`)

    const two = bench()
    two.wanted = true
    two.see(100, 16)
    two.now += 6 * MINUTE
    t.equal(two.level(), 16, 'a trial that shows nothing ends')

    const three = bench()
    three.wanted = true
    t.equal(three.see(100, 16), 8)
    three.wanted = false
    t.equal(three.level(), 16, 'and so does one when nobody waits')
  },
)

/** People who always want more, on an engine that writes as the curve says. */
function crowd({ curve, floor = 0 }: { curve: Curve; floor?: number }) {
  const clock = createFakeClock()
  let current = curve
  const engine = createSharedEngine(clock, (streams) => current(streams) / streams)
  const changes: LevelChange[] = []
  const queue = queueOf(clock, MOST, {
    calibrates: () => true,
    slotFloor: floor,
    onLevel: (change) => changes.push(change),
  })
  const random = createRandom('crowd')
  let longestWait = 0
  const worker = async (person: string) => {
    for (;;) {
      const since = clock.monotonic()
      const ticket = queue.enter(ask(person))
      await ticket.turn
      longestWait = Math.max(longestWait, clock.monotonic() - since)
      ticket.answered()
      const tokens = Math.max(20, Math.round(-250 * Math.log(1 - random())))
      await engine.write(tokens)
      ticket.settle({ promptTokens: 1_000, completionTokens: tokens })
      ticket.release()
    }
  }
  for (let count = 0; count < 24; count += 1) void worker(`p${count}`)
  return {
    changes,
    queue,
    longestWait: () => longestWait,
    become: (next: Curve) => {
      current = next
    },
    /** @returns  tokens a second in that time */
    async run(hours: number): Promise<number> {
      const before = engine.written()
      await clock.pass(hours * 60 * MINUTE)
      return (engine.written() - before) / (hours * 3_600)
    },
    level: () => changes.at(-1)?.slots ?? MOST,
  }
}

t.test('an engine that is best at four of sixteen gets four or five', async (t) => {
  const box = crowd({ curve: peaksAtFour })
  const first = await box.run(0.5)
  const rate = await box.run(0.75)
  t.comment(`${first} in the first half hour, then ${rate} of 160; ${box.changes.length} changes`)
  t.comment(box.changes.map(({ slots }) => slots).join(' '))
  t.ok([4, 5].includes(box.level()), `at ${box.level()}`)
  t.ok(rate >= 0.95 * 160, `${rate} tokens/s of 160`)
  t.match(box.queue.counts(), { slots: box.level(), running: box.level() })
  t.ok(box.longestWait() < 10 * MINUTE, `longest wait ${box.longestWait()}`)

  box.become(scales)
  await box.run(1)
  t.equal(box.level(), MOST, `it rises again: ${box.changes.map(({ slots }) => slots).join(' ')}`)
  t.ok((await box.run(0.5)) >= 0.95 * 320)
})

t.test('an engine that scales keeps all its slots', async (t) => {
  const box = crowd({ curve: scales })
  const rate = await box.run(0.75)
  t.comment(`${rate} of 320; ${box.changes.map(({ slots }) => slots).join(' ')}`)
  t.equal(box.level(), MOST)
  t.ok(rate >= 0.97 * 320, `${rate} tokens/s of 320`)
})

t.test('the minimum speed is kept on an engine that writes most with sixteen', async (t) => {
  const curve: Curve = (streams) => 100 + 10 * streams
  const box = crowd({ curve, floor: 25 })
  await box.run(1)
  // 100 / 6 + 10 is 26.7, 100 / 7 + 10 is 24.3.
  t.ok([6, 7].includes(box.level()), `at ${box.level()}`)
})

t.test('at any level no slot is lost, none is idle, and no request starves', async (t) =>
  checkLevels(t, 3),
)

t.test('through the relay: in the log, in the totals, and not where slots are set', async (t) => {
  let running = 0
  // Alone an answer is far faster than sixteen are together, whatever a busy machine adds; ten answers tell enough.
  const engine = await startEndpoint(async () => {
    running += 1
    if (isCrowd) await full
    return stream(
      chunk({ content: 'x' }),
      { waitMs: 150 },
      chunk({}, 'stop'),
      usageChunk(10, isCrowd ? 40 : 32_000),
      DONE,
    )
  })
  let isCrowd = false
  let full = Promise.resolve()
  for (const [values, learns] of [
    [{}, true],
    [{ slots: 16 }, false],
    [{ calibrate: false }, false],
  ] as const) {
    isCrowd = false
    const said: Record<string, unknown>[] = []
    const log = pino({ base: null }, { write: (line) => void said.push(JSON.parse(line)) })
    const relay = await startRelay(
      { engine: 'openai', engineUrl: engine.origin, userQueued: 64, logLevel: 'info', ...values },
      systemClock,
      log,
    )
    const post = async () =>
      (await relay.post({ model: 'fake', messages: [{ role: 'user', content: 'hi' }] })).text()
    if (learns) for (let count = 0; count < 9; count += 1) await post()
    isCrowd = true
    const totals = async () => {
      const queue = await fetch(`${relay.url}/v1/queue`)
      return ((await queue.json()) as { totals: { slots: number; waiting: number } }).totals
    }
    let begin = () => {}
    full = new Promise((resolve) => {
      begin = resolve
    })
    const answers = Array.from({ length: 40 }, post)
    while ((await totals()).waiting < 24) await pause(5)
    begin()
    await Promise.all(answers)
    const { slots } = await totals()
    const lines = said.filter(({ msg }) => msg === 'slots of a model')
    t.match(lines.at(-1) ?? {}, learns ? { model: 'fake', slots, of: 16 } : {})
    t.equal(lines.length > 0, learns)
    // One is best, and two are tried.
    t.ok(learns ? slots <= 2 : slots === 16, `${slots} slots`)
    await relay.stop()
  }
  t.equal(running, 9 + 3 * 40)
  await engine.close()
})
