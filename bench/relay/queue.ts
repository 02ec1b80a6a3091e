import { createFakeClock, type FakeClock } from '../../test/kit/fake_clock.js'
import { fifoQueue, roundRobinQueue } from '../../test/kit/plain_queues.js'
import {
  fairQueue,
  type LoadKind,
  type LoadQueue,
  type LoadReport,
  quantile,
  simulateLoad,
} from '../../test/kit/queue_load.js'

const SEEDS = [1, 2, 3]
const HOURS = 4
const SLOTS = [4, 1]
/** Target with four slots: waits of the others beside a batch user, as a share of FIFO's. */
const TARGET = { slots: 4, share: 0.25 }

const POLICIES: Record<string, (slots: number, clock: FakeClock) => LoadQueue> = {
  fifo: fifoQueue,
  'round robin': roundRobinQueue,
  'fair, batch declared': fairQueue('batch'),
  'fair, batch undeclared': fairQueue('interactive'),
}

interface Row {
  slots: number
  policy: string
  chatP50: number
  chatP95: number
  agentP50: number
  agentP95: number
  interactiveP95: number
  /** Of FIFO's with the same slots. */
  share: number
  batchP50: number
  agentStepsPerHour: number
  batchPerHour: number
  busy: number
}

/**
 * A simulated load on the proxy's own queue, by a fake clock: who waits how long, and what fairness costs.
 * @returns  seconds and counts, all seeds together, and whether the target is met
 */
export default async function queue(): Promise<object> {
  const rows: Row[] = []
  for (const slots of SLOTS)
    for (const [policy, make] of Object.entries(POLICIES)) {
      const reports: LoadReport[] = []
      for (const seed of SEEDS) {
        const clock = createFakeClock()
        reports.push(await simulateLoad(make(slots, clock), clock, { slots, hours: HOURS, seed }))
      }
      const fifo = rows.find((row) => row.slots === slots)?.interactiveP95
      rows.push(rowOf(slots, policy, reports, fifo))
    }
  print(rows)
  const fair = rows.filter((row) => row.policy.startsWith('fair') && row.slots === TARGET.slots)
  return {
    seeds: SEEDS,
    hours: HOURS,
    rows,
    target: TARGET,
    met: fair.every((row) => row.share <= TARGET.share && row.busy > 0.99),
  }
}

function rowOf(slots: number, policy: string, reports: LoadReport[], fifoP95?: number): Row {
  const waits = (...kinds: LoadKind[]) =>
    reports.flatMap((report) => kinds.flatMap((kind) => report.waits[kind]))
  const perHour = (kind: LoadKind) =>
    reports.reduce((sum, { done }) => sum + done[kind], 0) / HOURS / reports.length
  const interactiveP95 = quantile(waits('chat', 'agent'), 0.95)
  return {
    slots,
    policy,
    chatP50: round(quantile(waits('chat'), 0.5)),
    chatP95: round(quantile(waits('chat'), 0.95)),
    agentP50: round(quantile(waits('agent'), 0.5)),
    agentP95: round(quantile(waits('agent'), 0.95)),
    interactiveP95: round(interactiveP95),
    share: round(interactiveP95 / (fifoP95 ?? interactiveP95), 1_000),
    batchP50: round(quantile(waits('batch'), 0.5)),
    agentStepsPerHour: Math.round(perHour('agent') / 3),
    batchPerHour: Math.round(perHour('batch')),
    busy: round(reports.reduce((sum, { busy }) => sum + busy, 0) / reports.length, 1_000),
  }
}

function round(value: number, steps = 10): number {
  return Math.round(value * steps) / steps
}

function print(rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {})
  console.log(`| ${names.join(' | ')} |\n|${names.map(() => '---').join('|')}|`)
  for (const row of rows) console.log(`| ${Object.values(row).join(' | ')} |`)
}
