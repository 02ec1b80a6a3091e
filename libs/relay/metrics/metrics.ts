import type { Clock } from '#core'
import type { ImageReport, ImageSums } from '../images/report.js'
import type { Queue } from '../queue/queue.js'
import type { Directory } from '../upstream/directory.js'
import type { Engine } from '../upstream/engine.js'
import { createEngineProbe } from './engine_state.js'
import { createInstruments } from './instruments.js'
import { addProcessFigures } from './process_figures.js'
import { createRecent } from './recent.js'
import { figuresOf, minuteOf, type Snapshot, WINDOW_MS } from './snapshot.js'
import { createTally, type Tally } from './tally.js'
import { createWaits } from './waits.js'

/** The proxy's own metrics. */
export interface Metrics extends Tally {
  images(report: ImageReport): void
  /** A slow model was loaded again. */
  reloaded(outcome: 'done' | 'failed'): void
  contentType: string
  /** @param person  omits the figures of other people; null: omits nothing */
  text(person: string | null): Promise<string>
  /** For the page: the last minutes. Probes the engine, at most once in five seconds. */
  snapshot(): Promise<Snapshot>
  close(): void
}

export interface MetricsTerms {
  queue: Queue
  directory: Directory
  engine: Engine
  clock: Clock
}

/** Builds them in a registry of their own: two proxies in one process count separately. */
export async function createMetrics(terms: MetricsTerms): Promise<Metrics> {
  const { queue, directory, engine, clock } = terms
  const to = await createInstruments()
  const figures = await addProcessFigures(to.registry)
  const look = createEngineProbe(directory, engine, clock)
  const recent = createRecent(clock)
  const waits = createWaits()
  const startedAt = clock.now()
  const pictures: ImageSums = {
    images: 0,
    repeats: 0,
    old: 0,
    inBytes: 0,
    outBytes: 0,
    tokens: 0,
    savedTokens: 0,
  }

  async function readGauges(): Promise<void> {
    const { classes, waitingBytes, slots, running, draining } = queue.counts()
    for (const [name, waiting] of Object.entries(classes))
      to.queueDepth.set({ class: name }, waiting)
    to.queueBytes.set(waitingBytes)
    to.slots.set({ state: 'running' }, running)
    to.slots.set({ state: 'draining' }, draining)
    to.slots.set({ state: 'free' }, Math.max(0, slots - running - draining))
    to.upstreamUp.set((await look()).up ? 1 : 0)
  }

  return {
    ...createTally({ to, recent, waits, clock, isListed: (id) => directory.isListed(id) }),
    images(report) {
      for (const name of Object.keys(pictures) as (keyof ImageSums)[])
        pictures[name] += report[name]
      to.imageBytes.inc({ stage: 'in' }, report.inBytes)
      to.imageBytes.inc({ stage: 'out' }, report.outBytes)
      to.images.inc({ fate: 'repeat' }, report.repeats)
      to.images.inc({ fate: 'old' }, report.old)
      to.images.inc({ fate: 'shown' }, report.images - report.repeats - report.old)
    },
    reloaded: (outcome) => to.reloads.inc({ outcome }),
    contentType: to.registry.contentType,
    async text(person) {
      await readGauges()
      const text = await to.registry.metrics()
      return person === null ? text : withoutOthers(text, person)
    },
    async snapshot() {
      const engineState = await look()
      return {
        at: clock.now(),
        startedAt,
        windowSeconds: WINDOW_MS / 1_000,
        ...figuresOf(recent.sums(WINDOW_MS)),
        waits: waits.figures(clock.monotonic() - WINDOW_MS),
        queue: queue.counts(),
        images: { ...pictures },
        minutes: recent.minutes().map(minuteOf),
        engine: engineState,
        process: { rssBytes: process.memoryUsage.rss(), loopP99Ms: figures.loopP99Ms() },
      }
    },
    close: () => figures.close(),
  }
}

/** Removes lines about other people; a name is escaped in a label as in JSON. */
function withoutOthers(text: string, person: string): string {
  const own = `user=${JSON.stringify(person)}`
  return text
    .split('\n')
    .filter((line) => !/^\w+\{.*\buser="/.test(line) || line.includes(own))
    .join('\n')
}
