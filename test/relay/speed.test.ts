import { Writable } from 'node:stream'
import pino from 'pino'
import t, { type Test } from 'tap'
import { type Clock, systemClock } from '#core'
import { createSpeedBook } from '../../libs/relay/speed/speed_book.js'
import { createWatchdog, type Watched } from '../../libs/relay/speed/watchdog.js'
import { type Act, jsonAct } from '../kit/fake_endpoint.js'
import { doneLine, type FakeOllama, lines, says, startOllama } from '../kit/fake_ollama.js'
import { chatOf, startRelay, until } from '../kit/relay.js'
import { MODEL } from '../kit/relayed_ollama.js'

function times(book: ReturnType<typeof createSpeedBook>, speed: number, count = 5, prompt = 100) {
  for (let n = 0; n < count; n += 1)
    book.note('m', {
      promptTokens: prompt,
      completionTokens: 100,
      completionMs: 100_000 / speed,
    })
}

t.test(
  'row 264: a model is slow when its last five answers are, beside its own earlier ones',
  async (t) => {
    const book = createSpeedBook()
    times(book, 40)
    t.equal(book.decayOf('m', 0.5), null)
    times(book, 10, 2)
    t.equal(book.decayOf('m', 0.5), null, 'single slow answers')
    times(book, 10, 1)
    t.match(book.decayOf('m', 0.5), { speed: 10, usual: 40 })
    t.equal(book.decayOf('m', 0.2), null, 'not below a fifth')
    t.equal(book.decayOf('other', 0.5), null)
    book.loaded('m')
    t.equal(book.decayOf('m', 0.5), null, 'loaded by somebody else')
    times(book, 12)
    t.match(book.decayOf('m', 0.5), { usual: 40 }, 'and slow again')
    book.reloaded('m')
    times(book, 12)
    t.equal(book.decayOf('m', 0.5), null, 'a reload that changed nothing is not repeated')
    times(book, 4)
    t.equal(Math.round(book.decayOf('m', 0.5)?.usual ?? 0), 12)
  },
)

t.test('row 264: long conversations and short answers prove no decay', async (t) => {
  const book = createSpeedBook()
  times(book, 40)
  times(book, 10, 5, 30_000)
  t.equal(book.decayOf('m', 0.5), null, 'another size')
  for (let n = 0; n < 9; n += 1)
    book.note('m', { promptTokens: 9, completionTokens: 5, completionMs: 5_000 })
  t.equal(book.decayOf('m', 0.5), null, 'too few tokens')
  for (let n = 0; n < 300; n += 1)
    book.note(`m${n}`, { promptTokens: 9, completionTokens: 50, completionMs: 0 })
})

interface Box {
  engine: FakeOllama
  log: { msg: string; [field: string]: unknown }[]
  ask(): Promise<void>
  metric(outcome: string): Promise<number>
  unloads(): number
  loads(): number
}

/** An Ollama whose answers take `speeds()` tokens a second, and a proxy that watches it. */
async function startBox(
  t: Test,
  speed: () => number,
  values: Record<string, unknown> = { reloadBelow: 50, reloadIdleMs: 10 },
  onUnload: () => Act = () => jsonAct(200, { done: true, done_reason: 'unload' }),
): Promise<Box> {
  const model = { ...MODEL }
  const kinds: string[] = []
  const engine = await startOllama([model], (body) => {
    const { messages, keep_alive } = body as { messages: unknown[]; keep_alive: unknown }
    if (messages.length > 0) {
      const eval_duration = (100 / speed()) * 1e9
      return lines(says('word '.repeat(50)), doneLine('stop', { eval_count: 100, eval_duration }))
    }
    kinds.push(keep_alive === 0 ? 'unload' : 'load')
    if (keep_alive !== 0) {
      model.loadedWindow = 2_048
      return jsonAct(200, { done: true, done_reason: 'load' })
    }
    const act = onUnload()
    if (act.status === 200) delete model.loadedWindow
    return act
  })
  const log: Box['log'] = []
  const write = (line: Buffer, _: unknown, done: () => void) => {
    log.push(JSON.parse(String(line)))
    done()
  }
  const relay = await startRelay(
    { engineUrl: engine.origin, ...values },
    undefined,
    pino({ level: 'info' }, new Writable({ write })),
  )
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  return {
    engine,
    log,
    async ask() {
      const answer = await relay.post(chatOf('m'))
      t.equal(answer.status, 200)
      await answer.text()
    },
    async metric(outcome) {
      const text = await (await fetch(`${relay.url}/metrics`)).text()
      const line = new RegExp(
        `^aircoder_model_reloads_total\\{outcome="${outcome}"\\} (\\d+)$`,
        'm',
      )
      return Number(line.exec(text)?.[1])
    },
    unloads: () => kinds.filter((kind) => kind === 'unload').length,
    loads: () => kinds.filter((kind) => kind === 'load').length,
  }
}

t.test('row 264: a slow model is unloaded and loaded again when nothing runs', async (t) => {
  let speed = 40
  const box = await startBox(t, () => speed)
  for (let n = 0; n < 5; n += 1) await box.ask()
  t.equal(await box.metric('done'), 0)
  speed = 10
  for (let n = 0; n < 5 && box.unloads() === 0; n += 1) await box.ask()
  const isLogged = (msg: string) => box.log.some((line) => line.msg === msg)
  await until(() => isLogged('model reloaded'))
  t.equal(box.unloads(), 1)
  t.equal(box.loads(), 1)
  t.match(
    box.log.find(({ msg }) => msg === 'model writes slowly'),
    { level: 40, model: 'm', speed: 10, usual: 40 },
  )
  t.equal(await box.metric('done'), 1)
  for (let n = 0; n < 6; n += 1) await box.ask()
  t.equal(box.unloads(), 1, 'a reload that did not help is not repeated')
})

t.test('row 264: a failed reload is counted and logged, and answers go on', async (t) => {
  let speed = 40
  const box = await startBox(
    t,
    () => speed,
    undefined,
    () => jsonAct(500, { error: 'no' }),
  )
  for (let n = 0; n < 5; n += 1) await box.ask()
  speed = 10
  for (let n = 0; n < 5 && box.unloads() === 0; n += 1) await box.ask()
  await until(() => box.log.some(({ msg }) => msg === 'model not reloaded'))
  t.equal(await box.metric('failed'), 1)
  await box.ask()
  t.equal(box.unloads(), 1)
})

t.test('row 264: without the setting nothing is reloaded', async (t) => {
  let speed = 40
  const box = await startBox(t, () => speed, { reloadIdleMs: 10 })
  for (let n = 0; n < 5; n += 1) await box.ask()
  speed = 5
  for (let n = 0; n < 6; n += 1) await box.ask()
  t.equal(box.unloads(), 0)
  t.notOk(box.log.some(({ msg }) => msg === 'model writes slowly'))
})

t.test('row 264: an engine that cannot reload says so at the start', async (t) => {
  const log: string[] = []
  const write = (line: Buffer, _: unknown, done: () => void) => {
    log.push(String(line))
    done()
  }
  const relay = await startRelay(
    { engine: 'openai', reloadBelow: 50 },
    undefined,
    pino({ level: 'info' }, new Writable({ write })),
  )
  t.teardown(() => relay.stop())
  t.match(log[0], /127\.0\.0\.1:8000.*engineUrl is not set: this address is tried/)
  t.match(log[1], /reloadBelow has no effect/)
})

/** A watchdog of an engine that always reloads, and answers of a model that take as long as they say. */
function startDog(clock: Clock, reloads: string[], waiting = () => 0) {
  const dog = createWatchdog({
    settings: { reloadBelow: 50, reloadIdleMs: 0 },
    upstream: { reload: async (model: string) => reloads.push(model) > 0 },
    queue: { counts: () => ({ running: 0, draining: 0, waiting: waiting() }) },
    metrics: { reloaded() {} },
    clock,
    log: pino({ level: 'silent' }),
    ending: new AbortController().signal,
  } as unknown as Parameters<typeof createWatchdog>[0])
  const end = (watched: Watched, speed: number, cold = false) =>
    watched.end({
      outcome: 'ok',
      cold,
      ending: { usage: { promptTokens: 9, completionTokens: 100, completionMs: 100_000 / speed } },
    } as unknown as Parameters<Watched['end']>[0])
  return { dog, end }
}

t.test(
  'row 264: a reload waits for the newest request, and its speed is the usual one',
  async (t) => {
    let ms = 0
    const sleeps: (() => void)[] = []
    const sleep = () => new Promise<void>((done) => sleeps.push(done))
    const reloads: string[] = []
    const { dog, end } = startDog({ now: () => ms, monotonic: () => ms, sleep }, reloads)
    const write = (speed: number, count = 5) => {
      for (let n = 0; n < count; n += 1) end(dog.begin('m'), speed)
    }
    /** The wait that began as the given one is over. */
    const wake = async (at: number) => {
      sleeps[at]?.()
      await new Promise((done) => setImmediate(done))
    }
    write(40)
    write(10, 2)
    end(dog.begin('m'), 10, true)
    write(10, 3)
    t.equal(sleeps.length, 0, 'somebody else loaded it: answers before that do not count')
    write(10, 1)
    t.equal(sleeps.length, 1)
    const running = dog.begin('m')
    await wake(0)
    end(running, 10)
    write(10, 1)
    await wake(1)
    t.same(reloads, [], 'each new request begins the wait again')
    await wake(2)
    t.same(reloads, ['m'])
    ms += 31 * 60_000
    write(10, 6)
    t.equal(sleeps.length, 3, 'slow is usual now')
    write(4)
    await wake(sleeps.length - 1)
    t.same(reloads, ['m', 'm'])
  },
)

t.test(
  'row 264: an answer beside another proves nothing, and a reload waits for the queue',
  async (t) => {
    let waiting = 0
    const reloads: string[] = []
    const { dog, end } = startDog(systemClock, reloads, () => waiting)
    const five = async (speed: number) => {
      for (let n = 0; n < 5; n += 1) end(dog.begin('m'), speed)
      await new Promise((done) => setTimeout(done, 20))
    }
    await five(40)
    const other = dog.begin('x')
    await five(10)
    end(other, 40)
    end(dog.begin('m'), 40)
    await new Promise((done) => setTimeout(done, 20))
    t.same(reloads, [], 'beside another')
    waiting = 1
    await five(10)
    t.same(reloads, [], 'something waits')
    waiting = 0
    await five(10)
    t.same(reloads, ['m'])
  },
)
