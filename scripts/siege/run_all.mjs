import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { runCampaign } from './run_campaign.mjs'

const MINUTE = 60_000
/** A kernel counts processor time of ended processes in these (proc(5), `cutime` and `cstime`, in 1/100 s). */
const TICKS = 100
const CHILD_TIMES = [13, 14]
const LOOK_MS = 15_000

/**
 * Runs the campaigns, some at a time; the longest start first.
 * @param report  (campaign, state) after each one
 * @param begins  (name) before each one
 * @param now     the clock, milliseconds
 * @param endMs   when this is over, no other campaign begins, and those that run are ended: each is a row with `skipped`
 * @returns       state: begun and ended (ISO), minutes, processorMinutes, load (lowest and highest of the machine),
 *                campaigns in their order: { name, minutes, processorMinutes, processes, rows }
 */
export async function runAll(
  campaigns,
  {
    jobs,
    report,
    begins = () => {},
    endMs = Number.POSITIVE_INFINITY,
    run = runCampaign,
    now = Date.now,
  },
) {
  const queue = [...campaigns].sort((a, b) => b.weight - a.weight)
  const begun = new Date(now())
  const done = new Map()
  const load = { lowest: loadavg()[0], highest: loadavg()[0] }
  const look = () => {
    load.lowest = Math.min(load.lowest, loadavg()[0])
    load.highest = Math.max(load.highest, loadavg()[0])
  }
  const timer = setInterval(look, LOOK_MS)
  const first = ofChildren()
  let counted = first
  const state = () => ({
    begun: begun.toISOString(),
    ended: new Date(now()).toISOString(),
    minutes: (now() - begun.getTime()) / MINUTE,
    processorMinutes: ofChildren() - first,
    load: { ...load },
    jobs,
    asked: campaigns.map(({ name }) => name),
    campaigns: campaigns.flatMap(({ name }) => done.get(name) ?? []),
  })

  const rowsOf = async (next, onEnd) => {
    const limitMs = begun.getTime() + endMs - now()
    const late = { campaign: next.name, what: 'all', attempts: 0, violations: [] }
    if (limitMs <= 0) return [{ ...late, skipped: 'the time was over before it began' }]
    begins(next.name)
    const rows = await run(next, Number.isFinite(limitMs) ? { onEnd, limitMs } : { onEnd })
    // A campaign that the limit killed is no result about the program.
    if (now() < begun.getTime() + endMs) return rows
    return [{ ...late, skipped: 'the time was over before it ended' }]
  }

  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const started = performance.now()
      let processorMinutes = 0
      // The kernel adds the time of a process when it ends: what was added since the last end is that of this one.
      const onEnd = () => {
        const sum = ofChildren()
        processorMinutes += sum - counted
        counted = sum
      }
      const rows = await rowsOf(next, onEnd)
      look()
      const minutes = (performance.now() - started) / MINUTE
      const { name, processes = 1 } = next
      const result = { name, minutes, processorMinutes, processes, rows }
      done.set(name, result)
      report(result, state())
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  clearInterval(timer)
  return state()
}

/** Minutes of processor time of processes of this one that have ended; 0 without /proc. */
function ofChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    return CHILD_TIMES.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS / 60
  } catch {
    return 0
  }
}
