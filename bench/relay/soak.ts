import { readdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { ask, chatBody, type Seen, type Target } from './proxy_bench/ask.js'
import { statsOf } from './proxy_bench/cancel.js'
import { ROLE, startRole } from './proxy_bench/children.js'
import { bringOurs } from './proxy_bench/contenders.js'
import { playPart } from './proxy_bench/play_part.js'
import { rssMiB } from './proxy_bench/process_cost.js'

const MINUTES = Number(process.env.AIRCODER_SOAK_MINUTES ?? 10)
const PEOPLE = 20
const STREAMS = 10
const SLOTS = 64
/** Memory may differ by as much between the first tenth, when all is warm, and the end. */
const FLAT = 0.1

interface Manner {
  name: string
  model: string
  leave: { afterEvents?: number; afterMs?: number }
}

const READS_ALL = { name: 'readsAll', model: 't=60;g=15', leave: {} }
/** What a client may be up to; the rest of them just read to the end. */
const MANNERS: (Manner & { /** Of all requests. */ share: number })[] = [
  { name: 'leavesMidStream', share: 0.15, model: 't=200;g=10', leave: { afterEvents: 5 } },
  { name: 'leavesEarly', share: 0.1, model: 't=20;g=10;ttft=500', leave: { afterMs: 100 } },
  { name: 'engineDies', share: 0.05, model: 't=40;g=5;die=9', leave: {} },
  { name: 'engineEndsEarly', share: 0.05, model: 't=40;g=5;cut=9', leave: {} },
  { name: 'engineRefuses', share: 0.05, model: 'status=503', leave: {} },
]

/**
 * 20 people with 10 clients each for ten minutes (AIRCODER_SOAK_MINUTES) against the built proxy with 64 slots:
 * most read to the end, some leave, some meet an engine that fails. Run `npm run build` first.
 * @returns  what is left behind in the end, what clients saw, and whether memory stayed flat
 */
export default async function soak(): Promise<object | null> {
  const part = process.env[ROLE]
  if (part !== undefined) return playPart(part)
  const upstream = await startRole('upstream', {})
  const people = Array.from({ length: PEOPLE }, (_, index) => `person${index}`)
  const proxy = await bringOurs(upstream.said, {
    AIRCODER_PROXY_SLOTS: String(SLOTS),
    AIRCODER_PROXY_USER_SLOTS: '8',
    AIRCODER_PROXY_TOKENS: people.map((name) => `${name}:${name}`).join(','),
  })
  const pid = proxy.pid ?? 0
  const until = performance.now() + MINUTES * 60_000
  const seen = new Map<string, { asked: number; wrong: number }>()
  const memory: number[] = []
  const watch = setInterval(() => memory.push(rssMiB(pid)), 1_000)
  const before = filesOf(pid)
  const lanes = people.flatMap((name) =>
    Array.from({ length: STREAMS }, () => lane(proxy.url, name, until, seen)),
  )
  await Promise.all(lanes)
  clearInterval(watch)
  const waitedMs = await untilIdle(upstream.said, proxy.url)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const stats = await statsOf(upstream.said)
  const left = await queueOf(proxy.url)
  const files = filesOf(pid)
  await proxy.end()
  await upstream.end()
  const warm = mean(memory.slice(Math.floor(memory.length * 0.1), Math.ceil(memory.length * 0.2)))
  const end = mean(memory.slice(-Math.ceil(memory.length * 0.1)))
  return {
    minutes: MINUTES,
    people: PEOPLE,
    streamsEach: STREAMS,
    slots: SLOTS,
    seen: Object.fromEntries(seen),
    upstream: stats,
    leakedUpstream: stats.active,
    leftInQueue: left,
    idleAfterMs: waitedMs,
    openFiles: { before, after: files },
    rssMiB: { warm: Math.round(warm), end: Math.round(end), most: Math.round(Math.max(...memory)) },
    met: {
      nothingLeaked: stats.active === 0 && left.running === 0 && left.waiting === 0,
      nobodyDeceived: [...seen.values()].every(({ wrong }) => wrong === 0),
      flat: Math.abs(end / warm - 1) <= FLAT,
    },
  }
}

async function lane(
  url: string,
  person: string,
  until: number,
  seen: Map<string, { asked: number; wrong: number }>,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const target: Target = { url, headers: { authorization: `Bearer ${person}` }, agent }
  while (performance.now() < until) {
    const manner = chooseManner()
    const streams = Math.random() < 0.8
    const one = await ask(target, chatBody(`bench;${manner.model}`, streams), manner.leave)
    const count = seen.get(manner.name) ?? { asked: 0, wrong: 0 }
    count.asked += 1
    if (isWrong(manner.name, one, streams)) count.wrong += 1
    seen.set(manner.name, count)
  }
  agent.destroy()
}

function chooseManner(): Manner {
  let dice = Math.random()
  for (const manner of MANNERS) {
    dice -= manner.share
    if (dice < 0) return manner
  }
  return READS_ALL
}

/** true: the client saw something else than what happened. */
function isWrong(name: string, one: Seen, streams: boolean): boolean {
  if (name.startsWith('leaves')) return false
  if (name === 'readsAll') return one.status !== 200 || (streams && !(one.done && one.finish))
  // A failure is an error status, or an error event in a stream that had begun.
  return one.status === 200 && (!one.errorEvent || one.done || one.finish)
}

async function untilIdle(upstream: string, url: string): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < 30_000) {
    const { running, waiting } = await queueOf(url)
    if ((await statsOf(upstream)).active === 0 && running === 0 && waiting === 0) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Math.round(performance.now() - begun)
}

async function queueOf(url: string): Promise<{ running: number; waiting: number }> {
  const headers = { authorization: 'Bearer person0' }
  const answer = await fetch(`${url}/queue`, { headers })
  const { totals } = (await answer.json()) as { totals: { running: number; waiting: number } }
  return { running: totals.running, waiting: totals.waiting }
}

function filesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
