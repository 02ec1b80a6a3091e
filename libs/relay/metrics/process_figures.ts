import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'

/** Pause between two measurements of the event loop. */
const LOOK_MS = 20
const NS = 1e9

export interface ProcessFigures {
  /** Since the last scrape. */
  loopP99Ms(): number
  close(): void
}

/**
 * Figures of this process under the names that dashboards for Node know. Only these few: the library's
 * default metrics observe every garbage collection and cannot be stopped.
 */
export async function addProcessFigures(registry: Registry): Promise<ProcessFigures> {
  const { default: prom } = await import('prom-client')
  const { Counter, Gauge } = prom
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS })
  delay.enable()
  const registers = [registry]
  // The interval of the timer is not a delay; before the first measurement there is no value.
  const percentile = (of: number) => Math.max(0, delay.percentile(of) / NS - LOOK_MS / 1_000)

  new Gauge({
    name: 'nodejs_eventloop_lag_p50_seconds',
    help: 'Delay of the event loop since the last scrape, median.',
    registers,
    collect() {
      this.set(percentile(50))
    },
  })
  new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'Delay of the event loop since the last scrape, 99th percentile.',
    registers,
    collect() {
      this.set(percentile(99))
      delay.reset()
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process holds.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process began, in seconds since 1970.',
    registers,
  }).set(Math.round(Date.now() / 1_000 - process.uptime()))
  return {
    loopP99Ms: () => percentile(99) * 1_000,
    close: () => delay.disable(),
  }
}
