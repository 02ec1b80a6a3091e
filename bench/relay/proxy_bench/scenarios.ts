import type { Agent } from 'node:http'
import { ask, chatBody, type Seen, type Target } from './ask.js'
import { cancel } from './cancel.js'
import { faults } from './faults.js'
import { type Cost, watchProcess } from './process_cost.js'

export interface Load extends Target {
  agent: Agent
  /** Process whose cost is counted, its children with it; null: nobody's. */
  pid: number | null
  /** Where the fake upstream tells its counts. */
  upstream: string
  /** A picture as a data URL. */
  image: string
}

/** Figures by name; null where there is nothing to count. */
export type Figures = Record<string, number | string | boolean | null>
type Scenario = (load: Load) => Promise<Figures | Record<string, Figures>>

/** What is asked of every contender; sizes as in earlier measurements, so that figures can be compared. */
export const SCENARIOS: Record<string, Scenario> = {
  s64: (load) => streams(load, 64, 'bench;t=200;g=5'),
  s256: (load) => streams(load, 256, 'bench;t=200;g=5'),
  r256: (load) => streams(load, 256, 'bench;t=100;g=40'),
  fast,
  short,
  image,
  cancel,
  faults,
}

const WARM_UPS = 64

/** Runs the scenarios named, one after the other, after a warm-up. */
export async function runScenarios(load: Load, names: readonly string[]): Promise<object> {
  const body = chatBody('bench;t=20;g=1', true)
  await Promise.all(Array.from({ length: WARM_UPS }, () => ask(load, body)))
  const out: Record<string, object> = {}
  for (const name of names) {
    const scenario = SCENARIOS[name]
    if (scenario === undefined) throw new TypeError(`there is no scenario ${name}`)
    out[name] = await scenario(load)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  load.agent.destroy()
  return out
}

async function streams(load: Load, count: number, model: string): Promise<Figures> {
  const body = chatBody(model, true)
  const { seen, seconds, cost } = await timed(load, () =>
    Promise.all(Array.from({ length: count }, () => ask(load, body))),
  )
  const whole = seen.filter((one) => one.status === 200 && one.done && one.transport === null)
  const gaps = whole.flatMap((one) => one.gapsMs)
  const events = sum(whole, (one) => one.events)
  return {
    errors: count - whole.length,
    ttftP50Ms: quantile(
      whole.map((one) => one.ttftMs ?? 0),
      0.5,
    ),
    gapP99Ms: quantile(gaps, 0.99),
    totalP50Ms: quantile(
      whole.map((one) => one.totalMs),
      0.5,
    ),
    eventsPerS: events / seconds,
    eventsPerRead: events / sum(whole, (one) => one.reads),
    ...costs(cost, 'cpuUsPerEvent', 1e6 / events),
  }
}

/** 8 streams of 1 KiB events without a pause, about 80 MB on the wire. */
async function fast(load: Load): Promise<Figures> {
  const body = chatBody('bench;t=8192;g=0;c=1024', true)
  const { seen, seconds, cost } = await timed(load, () =>
    Promise.all(Array.from({ length: 8 }, () => ask(load, body))),
  )
  const whole = seen.filter((one) => one.done)
  const megabytes = sum(whole, (one) => one.bytes) / 1e6
  return {
    errors: seen.length - whole.length,
    mbPerS: megabytes / seconds,
    ...costs(cost, 'cpuMsPerMb', 1e3 / megabytes),
  }
}

/** 2,000 short answers in one piece, 32 at a time. */
async function short(load: Load): Promise<Figures> {
  const body = chatBody('bench;t=8;g=0', false)
  await inLanes(100, 32, () => ask(load, body))
  return inOnePiece(load, body, 2_000, 32, 'cpuUsPerRequest', 1e6)
}

/** 24 requests with a picture of 4 MiB, 4 at a time. */
function image(load: Load): Promise<Figures> {
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: load.image } },
  ]
  const body = chatBody('bench;t=8;g=0', false, content)
  return inOnePiece(load, body, 24, 4, 'cpuMsPerRequest', 1e3)
}

async function inOnePiece(
  load: Load,
  body: Buffer,
  count: number,
  lanes: number,
  cpu: string,
  unit: number,
): Promise<Figures> {
  const { seen, seconds, cost } = await timed(load, () =>
    inLanes(count, lanes, () => ask(load, body)),
  )
  const whole = seen.filter((one) => one.status === 200 && one.transport === null)
  const times = whole.map((one) => one.totalMs)
  return {
    errors: count - whole.length,
    requestsPerS: whole.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    ...costs(cost, cpu, unit / count),
  }
}

async function timed(load: Load, act: () => Promise<Seen[]>) {
  const watch = watchProcess(load.pid)
  const begun = performance.now()
  const seen = await act()
  const seconds = (performance.now() - begun) / 1_000
  return { seen, seconds, cost: watch?.() ?? null }
}

async function inLanes(count: number, lanes: number, act: () => Promise<Seen>): Promise<Seen[]> {
  const all: Seen[] = []
  let left = count
  const lane = async () => {
    while (left-- > 0) all.push(await act())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return all
}

function costs(cost: Cost | null, name: string, unit: number): Figures {
  if (cost === null) return { [name]: null }
  return { [name]: cost.cpuS * unit, rssPeakMiB: cost.rssPeakMiB, rssEndMiB: cost.rssEndMiB }
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

function quantile(values: number[], share: number): number | null {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null
}
