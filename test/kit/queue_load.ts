import type { RequestClass } from '../../libs/relay/settings/classes.js'
import type { FakeClock } from './fake_clock.js'
import { ask, queueOf } from './queue.js'

/** The load of the queue simulation (docs/design/proxy.md#queue): sizes in tokens, pauses in seconds. */
const KINDS = {
  /** Keeps twelve requests outstanding for ever: an eval script, or a fan-out of sub-agents. */
  batch: { prompt: 9_000, answer: 500, pauseS: 0, width: 12 },
  /** One agent loop. */
  agent: { prompt: 7_000, answer: 250, pauseS: 1, width: 1 },
  /** Asks something about every half minute. */
  chat: { prompt: 1_500, answer: 300, pauseS: 30, width: 1 },
} as const
export type LoadKind = keyof typeof KINDS

/** One slot reads and writes so many tokens a second. */
const READ_PER_S = 2_000
const WRITE_PER_S = 40

export const LOAD_PEOPLE: readonly [person: string, kind: LoadKind][] = [
  ['batch', 'batch'],
  ...['A', 'B', 'C'].flatMap((name): [string, LoadKind][] => [
    [`agent${name}`, 'agent'],
    [`chat${name}`, 'chat'],
  ]),
]

export interface LoadRequest {
  person: string
  kind: LoadKind
  promptTokens: number
  answerTokens: number
  /** How long a slot is held. */
  seconds: number
}

export interface LoadReport {
  /** Seconds between asking and the slot, by kind. */
  waits: Record<LoadKind, number[]>
  done: Record<LoadKind, number>
  /** Share of the slots' time in use. */
  busy: number
}

export interface LoadTerms {
  seed: number
  /** Carries one request to its end. @returns  how long it waited for its slot, in seconds */
  serve(request: LoadRequest): Promise<number>
  sleep(seconds: number): Promise<void>
}

/** One batch user, three agents and three people who chat, each going on until `serve` or `sleep` rejects. */
export function startLoad({ seed, serve, sleep }: LoadTerms): {
  report: Omit<LoadReport, 'busy'>
  ended: Promise<unknown>
} {
  const report = {
    waits: { batch: [], agent: [], chat: [] } as LoadReport['waits'],
    done: { batch: 0, agent: 0, chat: 0 },
  }

  async function worker(person: string, kind: LoadKind, random: () => number): Promise<void> {
    const { prompt, answer, pauseS } = KINDS[kind]
    const spread = (mean: number) => -mean * Math.log(1 - random())
    await sleep(random() * 5)
    for (;;) {
      const promptTokens = Math.max(200, Math.round(spread(prompt)))
      const answerTokens = Math.max(20, Math.round(spread(answer)))
      const seconds = promptTokens / READ_PER_S + answerTokens / WRITE_PER_S
      report.waits[kind].push(await serve({ person, kind, promptTokens, answerTokens, seconds }))
      report.done[kind] += 1
      await sleep(pauseS === 0 ? 0 : spread(pauseS))
    }
  }

  const workers = LOAD_PEOPLE.flatMap(([person, kind]) =>
    Array.from({ length: KINDS[kind].width }, (_, at) =>
      worker(person, kind, createRandom(`${seed} ${person} ${at}`)),
    ),
  )
  return { report, ended: Promise.allSettled(workers) }
}

/** What the simulation needs of a queue. */
export interface LoadQueue {
  enter(request: LoadRequest): {
    turn: Promise<void>
    settle(usage: { promptTokens: number; completionTokens: number }): void
    release(): void
  }
}

/** Runs the load for so many hours of the clock. */
export async function simulateLoad(
  queue: LoadQueue,
  clock: FakeClock,
  { slots, hours, seed }: { slots: number; hours: number; seed: number },
): Promise<LoadReport> {
  const endMs = hours * 3_600_000
  let usedMs = 0
  const { report } = startLoad({
    seed,
    sleep: (seconds) => clock.sleep(seconds * 1000),
    async serve(request) {
      const asked = clock.monotonic()
      const ticket = queue.enter(request)
      await ticket.turn
      const began = clock.monotonic()
      const ms = request.seconds * 1000
      usedMs += Math.min(ms, endMs - began)
      await clock.sleep(ms)
      ticket.settle({
        promptTokens: request.promptTokens,
        completionTokens: request.answerTokens,
      })
      ticket.release()
      return (began - asked) / 1000
    },
  })
  while (await clock.step(endMs));
  return { ...report, busy: usedMs / endMs / slots }
}

/** The proxy's own queue. @param batchClass  what the batch user's token allows */
export function fairQueue(batchClass: RequestClass) {
  return (slots: number, clock: FakeClock): LoadQueue => {
    const queue = queueOf(clock, slots)
    return {
      enter: ({ person, kind, promptTokens }) =>
        queue.enter(
          ask(person, {
            class: kind === 'batch' ? batchClass : 'interactive',
            promptTokens,
            maxTokens: null,
            session: kind === 'batch' ? null : person,
          }),
        ),
    }
  }
}

/** The same numbers for the same seed, independent of other generators. */
export function createRandom(seed: string): () => number {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The value below which this share lies; 0 of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
