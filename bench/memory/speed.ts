import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Memory } from '#memory'
import { seeded } from './parts/random.js'
import { WORDS } from './parts/words.js'

// How long the library takes to load (the build in dist; aim 30 ms), and one record and one recall in a memory of 100,000
// events (aims 2 ms, and 10 ms at p95), and whether 1 GB of payload changes that.
// Words follow Zipf's law, as in real text: the frequent ones are in many thousand events.

const EVENTS = 100_000
const QUERIES = 300
const RECORDS = 500
const GIGABYTE = 2 ** 30
const PAYLOAD_EVENTS = 100_000
const LOADS = 20

/** @param words  `--events N`, `--payload-bytes N` for a smaller run, `--folder DIR` for another disk */
export default async function run(words: readonly string[]) {
  const events = optionOf(words, '--events') ?? EVENTS
  const bytes = optionOf(words, '--payload-bytes') ?? GIGABYTE
  const folder = mkdtempSync(join(optionText(words, '--folder') ?? tmpdir(), 'aircoder-memory-'))
  try {
    return {
      events,
      // Processes that wanted to run in the last minute: above the number of cores, every time below is too long.
      load: Number((loadavg()[0] ?? 0).toFixed(1)),
      load_library: loadTimes(),
      small_payload: await measure(join(folder, 'small.db'), { events, payloadBytes: 0 }),
      large_payload: await measure(join(folder, 'large.db'), {
        events: Math.min(events, PAYLOAD_EVENTS),
        payloadBytes: bytes,
      }),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `import('aircoder/memory')` in new processes that have done nothing else. */
function loadTimes() {
  const source =
    "const begun = performance.now(); await import('aircoder/memory'); console.log(performance.now() - begun)"
  const times = Array.from({ length: LOADS }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', source]).toString()),
  ).sort((a, b) => a - b)
  const at = (share: number) => Number((times[Math.floor(LOADS * share)] ?? 0).toFixed(1))
  return { least_ms: at(0), p50_ms: at(0.5), p95_ms: at(0.95) }
}

async function measure(path: string, size: { events: number; payloadBytes: number }) {
  const random = seeded(7)
  const memory = new Memory({ path, sessionId: 'now' })
  const each = Math.round(size.payloadBytes / size.events)
  const filler = 'x7'.repeat(Math.ceil(each / 2))
  for (let at = 0; at < size.events; at += 1) {
    await memory.record({
      type: 'message',
      sessionId: `talk ${Math.floor(at / 200)}`,
      content: { text: sentence(random, 30), ...(each > 0 && { raw: filler }) },
    })
  }
  const record = await timesOf(RECORDS, () =>
    memory.record({ type: 'message', content: sentence(random, 30) }),
  )
  const queries = Array.from({ length: QUERIES }, () => sentence(random, 8))
  let next = 0
  const recall = await timesOf(QUERIES, () =>
    memory.recall({ query: queries[next++] ?? '', maxTokens: 4_000 }),
  )
  memory.close()
  // A memory that was just opened knows no counts of words yet.
  const again = new Memory({ path, sessionId: 'now' })
  const cold = await timesOf(1, () => again.recall({ query: queries[0] ?? '', maxTokens: 4_000 }))
  again.close()
  return { file_mb: Math.round(statSync(path).size / 1e6), record, recall, cold_ms: cold.p50_ms }
}

/** A sentence of words that are drawn by Zipf's law. */
function sentence(random: () => number, length: number): string {
  const one = () => WORDS[Math.floor(WORDS.length ** random()) - 1] ?? WORDS[0]
  return Array.from({ length }, one).join(' ')
}

/**
 * Wall time, and processor time: on a busy machine only the latter says something about the program. Others use the
 * caches and the other thread of the core, which makes processor time longer too: `slowdown` is how much longer the same
 * fixed work took in the median than at its best, between the runs.
 */
async function timesOf(count: number, run: () => Promise<unknown>) {
  const wall: number[] = []
  const processor: number[] = []
  const yard: number[] = []
  for (let at = 0; at < count; at += 1) {
    const [begun, used] = [performance.now(), process.cpuUsage()]
    await run()
    const { user, system } = process.cpuUsage(used)
    wall.push(performance.now() - begun)
    processor.push((user + system) / 1_000)
    yard.push(fixedWork())
  }
  const cuts = (times: number[], share: number) => {
    const sorted = times.sort((a, b) => a - b)
    const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
    return Number((sorted[at] ?? 0).toFixed(2))
  }
  return {
    p50_ms: cuts(wall, 0.5),
    p95_ms: cuts(wall, 0.95),
    p50_processor_ms: cuts(processor, 0.5),
    p95_processor_ms: cuts(processor, 0.95),
    slowdown: Number((cuts(yard, 0.5) / Math.max(0.01, cuts(yard, 0))).toFixed(2)),
  }
}

/** @returns processor time of always the same work, in ms */
function fixedWork(): number {
  const used = process.cpuUsage()
  const numbers = Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 20_011)
  numbers.sort((a, b) => a - b)
  const { user, system } = process.cpuUsage(used)
  return (user + system) / 1_000
}

function optionOf(words: readonly string[], name: string): number | null {
  const text = optionText(words, name)
  return text === null ? null : Number(text)
}

function optionText(words: readonly string[], name: string): string | null {
  const at = words.indexOf(name)
  return at === -1 ? null : (words[at + 1] ?? null)
}
