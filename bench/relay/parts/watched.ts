import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock } from '#core'
import { createLog, createRelay, resolveProxySettings } from '#relay'

/** What a process says of itself at its end. */
export interface Watched {
  /** Peak. */
  rssMiB: number
  loopP99Ms: number
  loopMaxMs: number
  /** Processor time; like the delays without the warming up. */
  cpuMs: number
}

/** Serves as the proxy, on a free port that it prints, until its input ends. */
export async function serveUntilInputEnds(): Promise<Watched> {
  const settings = resolveProxySettings([
    {
      source: 'bench',
      values: {
        port: 0,
        engine: 'openai',
        engineUrl: process.env.AIRCODER_BENCH_ENGINE,
        models: ['*'],
        insecureLoopback: true,
        logLevel: 'silent',
      },
    },
  ])
  const relay = await createRelay({ settings, clock: systemClock, log: createLog('silent') })
  const [url = ''] = await relay.listen()
  const watched = await watch(url)
  await relay.stop()
  return watched
}

/** Does nothing: what it sees of its event loop is the machine's doing. */
export function watchUntilInputEnds(): Promise<Watched> {
  return watch('idle')
}

async function watch(said: string): Promise<Watched> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let before = process.cpuUsage()
  process.stdout.write(`${said}\n`)
  // A line from outside: it is warm now, what counts begins.
  process.stdin.on('data', () => {
    delay.reset()
    before = process.cpuUsage()
  })
  await new Promise((resolve) => process.stdin.once('end', resolve))
  const { user, system } = process.cpuUsage(before)
  const status = readFileSync('/proc/self/status', 'utf8')
  return {
    rssMiB: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024,
    loopP99Ms: delay.percentile(99) / 1e6,
    loopMaxMs: delay.max / 1e6,
    cpuMs: (user + system) / 1_000,
  }
}
