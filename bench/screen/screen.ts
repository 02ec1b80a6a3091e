import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { openInput } from '#terminal'

const TOKENS_PER_S = 200
const RUN_MS = 10_000
const KEY_EVERY_MS = 53
const PRINTED_BYTES = 10_000_000
const PANEL_ROWS = 12
const IDLE_MS = 3_000
const TARGETS = { echoP95Ms: 16, idleCpuMs: 5 }

/**
 * The rich input on a terminal that takes everything at once: keys are pressed while tokens stream into a panel and
 * 10 MB are printed above it.
 * @returns milliseconds from a key to the write that shows it (median, p95, most), processor time of the run and of a
 *   session at rest, bytes written, resident MiB
 */
export default async function screen(): Promise<object> {
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} })
  const output = Object.assign(new PassThrough(), { columns: 120, rows: 40 })
  let bytes = 0
  let wait: { text: string; begunMs: number } | null = null
  const echoes: number[] = []
  output.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (wait === null || !chunk.includes(wait.text)) return
    echoes.push(performance.now() - wait.begunMs)
    wait = null
  })
  const input = openInput({ input: keys, output, terminal: true, form: 'rich', color: true })
  void input.next('> ')
  await pause(500)
  const begunCpu = process.cpuUsage()
  const stream: string[] = []
  let words = 0
  const ticks = setInterval(() => {
    for (let at = 0; at < TOKENS_PER_S / 50; at += 1) {
      words += 1
      if (words % 14 === 1) stream.push('')
      stream[stream.length - 1] += `token${words % 1_000} `
    }
    input.panel('stream', stream.slice(-PANEL_ROWS))
    input.status(`… writing ${Math.floor(words / TOKENS_PER_S)} s`)
  }, 20)
  const line = `${'z'.repeat(99)}\n`
  const printing = setTimeout(() => input.print(line.repeat(PRINTED_BYTES / 100)), RUN_MS / 3)
  const endMs = performance.now() + RUN_MS
  for (let typed = 0; performance.now() < endMs; typed += 1) {
    if (wait === null) {
      if (typed % 10 === 9) keys.write('\x15')
      const text = `k${typed}q`
      wait = { text, begunMs: performance.now() }
      keys.write(text)
    }
    await pause(KEY_EVERY_MS)
  }
  clearInterval(ticks)
  clearTimeout(printing)
  const run = process.cpuUsage(begunCpu)
  await pause(500)
  const atRest = process.cpuUsage()
  const bytesAtRest = bytes
  await pause(IDLE_MS)
  const idle = process.cpuUsage(atRest)
  const idleBytes = bytes - bytesAtRest
  const idleMiB = process.memoryUsage().rss / 2 ** 20
  input.close()
  echoes.sort((a, b) => a - b)
  const at = (share: number) => round(echoes[Math.floor(echoes.length * share)] ?? Number.NaN)
  const idleCpuMs = (idle.user + idle.system) / 1_000
  return {
    keys: echoes.length,
    echoMs: { median: at(0.5), p95: at(0.95), most: round(echoes.at(-1) ?? Number.NaN) },
    processorMs: round((run.user + run.system) / 1_000),
    runMs: RUN_MS,
    bytesWritten: bytes,
    idle: { ms: IDLE_MS, processorMs: round(idleCpuMs), bytes: idleBytes, rssMiB: round(idleMiB) },
    targets: TARGETS,
    met: {
      echo: at(0.95) < TARGETS.echoP95Ms,
      idle: idleCpuMs < TARGETS.idleCpuMs && idleBytes === 0,
    },
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
