import { dirname, join } from 'node:path'
import type { Builds, Pace } from './aims.js'
import { type Choice, type LivedLife, ledgerOf } from './crash_run.js'
import type { Mark } from './phases.js'
import type { Random } from './random.js'

/** Where a process dies: at a mark, or in the shipped build at a change of the log or tree, or at a time. */
export type PlannedKill = Mark | 'start' | 'log' | 'tree' | 'time'

/** A kill comes soon, so that a short script has room for all of a plan. */
const MOST_MARKS = 2
const MOST_CHANGES = 20
const MOST_TREE_CHANGES = 3
/** Marks of what not every step does: the next one is soon enough. */
const NEXT: ReadonlySet<PlannedKill> = new Set(['v', 's', 'a'])
const STEPS_A_LIFE = 4
/** For a process that hangs: one that does not reach its mark ends by itself, also on a busy machine. */
const AT_LAST_MS = 120_000

/** Kills one process after the other as the plan says. The rest of the run is not killed. */
export function plannedAims(
  plan: readonly PlannedKill[],
  { random, builds, folder, pace }: PlanPlace,
): (lives: readonly LivedLife[]) => Choice {
  const changes = (most: number) => ({
    atMs: AT_LAST_MS,
    nth: random.between(1, most),
    delayMs: 0,
  })
  return (lives) => {
    // A process that ended by itself, as there was nothing to resume yet, takes no place of the plan.
    const kill = plan[lives.filter(({ killed }) => killed).length]
    const ledger = ledgerOf(folder)
    const stepsMs = pace.stepMs * STEPS_A_LIFE * random.next()
    switch (kill) {
      case undefined:
        return { build: builds.shipped, aim: null }
      case 'start': {
        const atMs = pace.startMs * (0.1 + 0.5 * random.next())
        return { build: builds.marked, aim: { atMs, nth: 0, delayMs: 0 } }
      }
      case 'time':
        return {
          build: builds.shipped,
          aim: { atMs: pace.startMs + stepsMs, nth: 0, delayMs: 0 },
        }
      case 'log': {
        const place = ledger === null ? {} : { folder: dirname(ledger), name: 'ledger.sqlite-wal' }
        return { build: builds.shipped, aim: { ...changes(MOST_CHANGES), ...place } }
      }
      case 'tree':
        return {
          build: builds.shipped,
          aim: { ...changes(MOST_TREE_CHANGES), folder: join(folder, 'work', 'src') },
        }
      default: {
        const nth = NEXT.has(kill) ? 1 : random.between(1, MOST_MARKS)
        return { build: builds.marked, aim: { atMs: AT_LAST_MS, mark: kill, nth, delayMs: 0 } }
      }
    }
  }
}

interface PlanPlace {
  random: Random
  builds: Builds
  folder: string
  pace: Pace
}
