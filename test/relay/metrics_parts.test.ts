import type { FastifyReply, FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import { scripted } from '../../libs/relay/engines/scripted.js'
import { boundLabel } from '../../libs/relay/metrics/labels.js'
import { createMetrics } from '../../libs/relay/metrics/metrics.js'
import { createRecent } from '../../libs/relay/metrics/recent.js'
import { createWaits } from '../../libs/relay/metrics/waits.js'
import type { PrefixRecord } from '../../libs/relay/prefix/prefix_records.js'
import { Refusal } from '../../libs/relay/refusals/refusal.js'
import type { ModelEntry } from '../../libs/relay/upstream/engine.js'
import { createFakeClock } from '../kit/fake_clock.js'

t.test('a label has at most a hundred values, all of them known', async (t) => {
  const label = boundLabel((value) => value.startsWith('ours'))
  t.equal(label('theirs'), '*')
  const made = Array.from({ length: 150 }, (_, index) => label(`ours${index}`))
  t.equal(new Set(made).size, 101)
  t.equal(label('ours0'), 'ours0', 'who has one keeps it')
})

t.test('sums of the last minutes drop old values and spread long answers', async (t) => {
  const clock = createFakeClock(1_000_000_000_000)
  const recent = createRecent(clock)
  await clock.pass(3_600_000)
  recent.add('ok', 1)
  t.equal(recent.sums(60_000).ok, 1)
  await clock.pass(120_000)
  t.equal(recent.sums(60_000).ok, 0)
  t.equal(recent.sums(300_000).ok, 1)
  recent.spread('completionTokens', 600, 60_000)
  t.ok(Math.abs(recent.sums(30_000).completionTokens - 300) <= 100.1)
  t.equal(Math.round(recent.sums(70_000).completionTokens), 600)
  recent.spread('promptTokens', 7, 0)
  t.equal(recent.sums(10_000).promptTokens, 7)
  recent.spread('lostTokens', 100, 24 * 3_600_000)
  t.ok(recent.sums(1_800_000).lostTokens < 3, 'what is older than the window is not in it')
  const minutes = recent.minutes()
  t.equal(minutes.length, 29)
  t.equal(Math.round(minutes.reduce((sum, minute) => sum + minute.completionTokens, 0)), 600)
  for (const [index, { at }] of minutes.entries())
    t.equal(at - (minutes[0]?.at ?? 0), index * 60_000)
  await clock.pass(40 * 60_000)
  t.equal(recent.sums(1_800_000).completionTokens, 0, 'a pause empties everything')
})

t.test('percentiles of waits', async (t) => {
  const waits = createWaits()
  t.same(waits.figures(0), { count: 0, p50Ms: null, p95Ms: null, maxMs: null })
  for (let ms = 1; ms <= 100; ms += 1) waits.add(ms, ms)
  t.same(waits.figures(0), { count: 100, p50Ms: 50, p95Ms: 95, maxMs: 100 })
  t.same(waits.figures(91), { count: 10, p50Ms: 95, p95Ms: 100, maxMs: 100 })
  for (let index = 0; index < 3_000; index += 1) waits.add(1_000, 5)
  t.equal(waits.figures(0).count, 1_024)
})

const MODEL: ModelEntry = {
  id: 'm',
  created: null,
  windowTokens: 8_192,
  loaded: true,
  tools: true,
  vision: false,
  slots: 2,
}

const COUNTS = {
  slots: 2,
  running: 1,
  draining: 0,
  waiting: 3,
  waitingBytes: 4,
  classes: { interactive: 2, normal: 0, batch: 1 },
}

async function setup(t: Test, list: () => Promise<ModelEntry[]>) {
  const clock = createFakeClock(1_700_000_000_000)
  let lists = 0
  const metrics = await createMetrics({
    clock,
    engine: scripted,
    queue: {
      counts: () => COUNTS,
      rows: () => [],
      enter: fail,
      follow: () => {},
      refuseWaiting: fail,
    },
    directory: {
      list() {
        lists += 1
        return list()
      },
      find: fail,
      isListed: (id) => id === 'm',
    },
  })
  t.teardown(() => metrics.close())
  const end = (outcome: string, record: Partial<PrefixRecord> | null = null) =>
    metrics.exchange({
      request: { person: { name: 'ada' }, routeOptions: { url: '/x' } } as FastifyRequest,
      reply: { raw: { statusCode: 200 } } as FastifyReply,
      model: 'm',
      class: 'interactive',
      ms: 2_500,
      account: {
        outcome,
        queueMs: 400,
        firstByteMs: 10,
        firstTokenMs: 1_000,
        upstreamMs: 2_000,
        events: 0,
        began: true,
        cold: false,
        freed: null,
        ending: { usage: { promptTokens: 3_000, completionTokens: 600 }, finishReason: 'stop' },
        bug: null,
      },
      record: record as PrefixRecord | null,
    })
  return { clock, metrics, end, lists: () => lists }
}

function fail(): never {
  throw new Error('not asked for')
}

t.test('a snapshot is plain JSON of the last minutes, without names', async (t) => {
  const { metrics, end } = await setup(t, async () => [MODEL])
  const lost = { lostTokens: 500, lostSeconds: 2.5, promptTokens: 3_000 }
  end('ok', { left: 'first', reusedTokens: 0, promptTokens: 3_000, lostTokens: 0, lostSeconds: 0 })
  end('ok', { left: 'messages', reusedTokens: 1_000, ...lost })
  end('ok', { left: 'tools', reusedTokens: null, ...lost, lostSeconds: null })
  end('client_closed')
  end('engine_stopped')
  const snapshot = await metrics.snapshot()
  t.match(JSON.parse(JSON.stringify(snapshot)), {
    at: 1_700_000_000_000,
    startedAt: 1_700_000_000_000,
    windowSeconds: 300,
    tokensPerSecond: { prompt: 50, completion: 10 },
    requests: { ok: 3, failed: 1, cancelled: 1, refused: 0 },
    waits: { count: 5, p50Ms: 400, p95Ms: 400, maxMs: 400 },
    queue: COUNTS,
    prefix: {
      requests: 3,
      left: { first: 1, none: 0, tools: 1, messages: 1 },
      readTokens: 5_000,
      reusedTokens: 1_000,
      lostTokens: 1_000,
      lostSeconds: 2.5,
    },
    images: { images: 0, savedTokens: 0 },
    engine: { name: 'scripted', up: true, reason: null, models: [MODEL] },
    process: { rssBytes: Number, loopP99Ms: Number },
  })
  t.equal(snapshot.prefix.reuse, 1 / 6)
  t.match(snapshot.minutes.at(-1), { requests: 5, promptTokens: 15_000, completionTokens: 3_000 })
  t.notMatch(JSON.stringify(snapshot), /ada/)
})

t.test('a snapshot without data, of an engine that is down, and its interval', async (t) => {
  let up = false
  const { clock, metrics, lists } = await setup(t, async () => {
    if (up) return [MODEL]
    throw new Refusal('engine_unavailable', 'It is away.')
  })
  for (let index = 0; index < 10; index += 1) {
    const { engine, prefix, waits, tokensPerSecond } = await metrics.snapshot()
    t.match(engine, { up: false, reason: 'It is away.', models: [] })
    t.match({ ...prefix, ...waits, ...tokensPerSecond }, { reuse: null, count: 0, prompt: 0 })
  }
  t.equal(lists(), 1)
  up = true
  await clock.pass(6_000)
  t.equal((await metrics.snapshot()).engine.up, true)
  t.equal(lists(), 2)
})

t.test('a name with a quote does not hide other names', async (t) => {
  const { metrics, end } = await setup(t, async () => [MODEL])
  end('ok')
  t.match(await metrics.text('ada'), /user="ada"/)
  for (const name of ['x",user="ada', 'ad', 'a\nda', '']) {
    const text = await metrics.text(name)
    t.notMatch(text, /user="/, JSON.stringify(name))
    t.match(text, /^aircoder_requests_total\{/m)
  }
})
