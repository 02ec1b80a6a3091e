import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Database from 'better-sqlite3'
import type { Test } from 'tap'
import type { RecordedReply } from '#core'
import { act, openLoop } from '../../test/kit/loop.js'

const STEPS = Number(process.env.AIRCODER_BENCH_STEPS ?? 5_000)
const FILES = 200
const MB = 1_048_576
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
/** Issue 13: the last thousand steps within 10 % of the second thousand, at most 4 kB a step beside payloads. */
const TARGETS = { lastToSecond: 1.1, resumeToFresh: 1.5, bytesPerStep: 4_096 }

/** The heap is read after each so many steps, after a collection. */
const LOOK_STEPS = 25
/** Resumes and fresh starts, by turns. */
const TURNS = 15

interface Memory {
  heap: number
  external: number
  resident: number
}

/** Milliseconds of one first step. */
interface Spent {
  cpu: number
  wall: number
}

/**
 * Runs one task of 5,000 steps through the real loop, tools and ledger with a scripted model: it reads a file and
 * edits it, file after file. Times each step, then opens the ledger again and times the first step of the
 * resumed task beside the first step of a new one, by turns. Memory is the median of many readings in each fifth of the steps.
 * @returns medians of a step by part of the run in milliseconds of processor time (`…WallMs`: of the clock; other
 *   programs of the machine change it), memory in MB, bytes of the ledger
 */
export default async function long(): Promise<object> {
  const ends: (() => void)[] = []
  const t = { teardown: (end: () => void) => ends.push(end) } as unknown as Test
  try {
    return await measure(t)
  } finally {
    for (const end of ends) end()
  }
}

async function measure(t: Test): Promise<object> {
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [`src/part${at}.txt`, textOf(at)]),
  )
  const loop = openLoop(t, { files, replies: repliesFor(STEPS + 4 * TURNS), keepsEvents: false })
  const over = { maxSteps: STEPS * 2, windowTokens: 32_768 }
  const taskId = loop.add('Change the number in each file again and again.')
  const ticks: number[] = []
  const wallTicks: number[] = []
  const looks: Memory[] = []
  let last = cpuMs()
  let lastWall = performance.now()
  await loop.run(taskId, over, (event) => {
    if (event.type !== 'step') return false
    const now = cpuMs()
    ticks.push(now - last)
    last = now
    const wall = performance.now()
    wallTicks.push(wall - lastWall)
    lastWall = wall
    // The kit keeps every request: its memory is not that of the program.
    loop.requests.length = 0
    // The prompt of the step lies in the heap, up to 2 MB between one rebuild and the next: many readings even that out.
    if (ticks.length % LOOK_STEPS === 0) looks.push(memoryMb())
    // Reading the memory takes time that is not of a step.
    last = cpuMs()
    lastWall = performance.now()
    return ticks.length >= STEPS
  })
  const part = Math.floor(STEPS / 5)
  const memory = Array.from({ length: 5 }, (_, at) => {
    const own = looks.slice(at * (part / LOOK_STEPS), (at + 1) * (part / LOOK_STEPS))
    const of = (name: keyof Memory) => round(median(own.map((look) => look[name])))
    return { heap: of('heap'), external: of('external'), resident: of('resident') }
  })
  const mediansOf = (times: readonly number[]) =>
    Array.from({ length: 5 }, (_, at) => round(median(times.slice(at * part, (at + 1) * part))))
  const parts = mediansOf(ticks)
  const path = join(loop.root, '..', 'data', 'ledger.sqlite')
  const { tables, payloads } = sizesOf(path)
  const bytes = Object.values(tables).reduce((sum, size) => sum + size, 0)
  const resumed: Spent[] = []
  const fresh: Spent[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    resumed.push(await firstStep(taskId))
    // An edit takes longer than the read that a fresh task begins with: both times are of reads.
    await firstStep(taskId)
    fresh.push(await firstStep(loop.add(`Another task, number ${turn}.`)))
  }

  async function firstStep(task: string): Promise<Spent> {
    const begun = cpuMs()
    const begunWall = performance.now()
    loop.reopen()
    await loop.run(task, over, (event) => event.type === 'step')
    loop.requests.length = 0
    return { cpu: cpuMs() - begun, wall: performance.now() - begunWall }
  }
  const cpuOf = (all: readonly Spent[]) => median(all.map(({ cpu }) => cpu))
  const wallOf = (all: readonly Spent[]) => median(all.map(({ wall }) => wall))

  const [, second = Number.NaN] = parts
  const lastPart = parts.at(-1) ?? Number.NaN
  const bytesPerStep = Math.round((bytes - payloads) / STEPS)
  const resumeToFresh = round(cpuOf(resumed) / cpuOf(fresh))
  const [, heapOfSecond = Number.NaN] = memory.map(({ heap }) => heap)
  const heapToSecond = round((memory.at(-1)?.heap ?? Number.NaN) / heapOfSecond)
  return {
    steps: ticks.length,
    stepMs: parts,
    stepWallMs: mediansOf(wallTicks),
    lastToSecond: round(lastPart / second),
    memoryMb: memory,
    heapToSecond,
    resumeMs: round(cpuOf(resumed)),
    freshMs: round(cpuOf(fresh)),
    resumeWallMs: round(wallOf(resumed)),
    freshWallMs: round(wallOf(fresh)),
    resumeToFresh,
    ledgerBytes: bytes,
    payloadBytes: payloads,
    bytesPerStep,
    bytesPerStepByTable: Object.fromEntries(
      Object.entries(tables)
        .slice(0, 8)
        .map(([name, size]) => [name, Math.round(size / STEPS)]),
    ),
    targets: TARGETS,
    met: {
      flat: lastPart / second <= TARGETS.lastToSecond,
      memory: heapToSecond <= TARGETS.lastToSecond,
      resume: resumeToFresh <= TARGETS.resumeToFresh,
      bytes: bytesPerStep <= TARGETS.bytesPerStep,
    },
  }
}

/** Read, then edit: two steps for each file, and no call is made twice. */
function repliesFor(steps: number): RecordedReply[] {
  return Array.from({ length: steps }, (_, step) => {
    const at = Math.floor(step / 2) % FILES
    const round = Math.floor(step / 2 / FILES)
    const path = `src/part${at}.txt`
    return step % 2 === 0
      ? act(['read_file', { path }])
      : act(['edit_file', { path, old_str: `number ${round} `, new_str: `number ${round + 1} ` }])
  })
}

function textOf(at: number): string {
  const rest = Array.from({ length: 20 }, (_, line) => `line ${line} of part ${at}`)
  return [`number 0 of part ${at}`, ...rest, ''].join('\n')
}

/** What each table takes with its indexes, in bytes; the log of SQLite is not counted. */
function sizesOf(path: string): { tables: Record<string, number>; payloads: number } {
  const db = new Database(path, { readonly: true })
  try {
    const rows = db
      .prepare(
        `SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema USING (name)
         GROUP BY tbl_name ORDER BY bytes DESC`,
      )
      .all() as { name: string; bytes: number }[]
    const tables = Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
    return { tables, payloads: tables.blobs ?? 0 }
  } finally {
    db.close()
  }
}

/** Processor time of this process: other programs of the machine do not change it much. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** After a collection: what the program keeps, and what the system has given it. */
function memoryMb(): Memory {
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return {
    heap: round(heapUsed / MB),
    external: round(external / MB),
    resident: Math.round(rss / MB),
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
