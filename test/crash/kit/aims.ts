import { dirname, join } from 'node:path'
import type { Build } from './builds.js'
import { type Choice, type LivedLife, ledgerOf } from './crash_run.js'
import type { Aim } from './life.js'
import { type Mark, PHASES, type Phase, START_UP } from './phases.js'
import type { Random } from './random.js'

/** How fast a run goes here and now, in milliseconds. It changes with the load of the machine. */
export interface Pace {
  startMs: number
  stepMs: number
}

export interface Builds {
  shipped: Build
  marked: Build
}

/** Maximum steps of a life. */
const STEPS_A_LIFE = 4
const SHIPPED_SHARE = 0.32
/** SQLite's log, beside the ledger. */
const LOG = 'ledger.sqlite-wal'
const MOST_CHANGES = 60
const CHASE_SHARE = 0.35
const DEEPEST_CHASE = 3

/** The phase in which a life of a marked build died. */
export function phaseOf(life: LivedLife): Phase {
  const last = life.marks.at(-1)
  return last === undefined ? START_UP : PHASES[last as Mark]
}

/** Marks by weight: the nearer to an effect or a commit, the more often. */
const MARK_WEIGHTS: readonly (readonly [number, Mark])[] = [
  [2, 'b'],
  [4, 'i'],
  [3, 'e'],
  [2, 's'],
  [3, 'a'],
  [4, 'c'],
  [3, 'd'],
]

const SHORT: readonly Mark[] = ['i', 'd']

/**
 * Chooses how each life of a run ends: at a random time, at a random mark, while the log or the tree is
 * being written; and after some deaths in the middle of a step, again in each of the next recoveries.
 * @param mayKill  false: the rest of the run is left alone
 */
export function createAims(
  random: Random,
  builds: Builds,
  folder: string,
  pace: Pace,
  mayKill: () => boolean,
): (lives: readonly LivedLife[]) => Choice {
  let chase = 0
  const anyTime = () => random.next() * (pace.startMs + pace.stepMs * STEPS_A_LIFE)
  /** For an aim that may never be reached. */
  const atLast = () => pace.startMs * 2 + (1 + random.next()) * pace.stepMs * STEPS_A_LIFE

  const aimShipped = (): Choice => {
    const ledger = ledgerOf(folder)
    const changes = { atMs: atLast(), nth: random.between(1, MOST_CHANGES), delayMs: 0 }
    const aim = random.weigh<Aim>([
      [3, { atMs: anyTime(), nth: 0, delayMs: 0 }],
      [4, ledger === null ? changes : { ...changes, folder: dirname(ledger), name: LOG }],
      [3, { ...changes, folder: join(folder, 'work', 'src') }],
    ])
    return { build: builds.shipped, aim }
  }

  const aimMarked = (mark: Mark, nth: number): Choice => {
    // Held at the mark itself, or some moments later wherever it is then: short phases would be missed.
    const isHeld = SHORT.includes(mark) || random.next() < 0.5
    const delayMs = isHeld ? 0 : random.between(1, 12)
    return { build: builds.marked, aim: { atMs: atLast(), mark, nth, delayMs } }
  }

  return (lives) => {
    if (!mayKill()) return { build: builds.shipped, aim: null }
    const last = lives.at(-1)
    const died = last?.build.marked && last.killed ? phaseOf(last) : null
    if (died === PHASES.i || died === PHASES.e || died === PHASES.a)
      chase = random.next() < CHASE_SHARE ? DEEPEST_CHASE : 0
    else if (died !== PHASES.v) chase = 0
    if (chase > 0) {
      chase -= 1
      return aimMarked('v', random.between(1, 2))
    }
    if (random.next() < SHIPPED_SHARE) return aimShipped()
    return random.weigh<() => Choice>([
      [1, () => ({ build: builds.marked, aim: { atMs: startUp(), nth: 0, delayMs: 0 } })],
      [2, () => ({ build: builds.marked, aim: { atMs: anyTime(), nth: 0, delayMs: 0 } })],
      [14, () => aimMarked(random.weigh(MARK_WEIGHTS), random.between(1, STEPS_A_LIFE))],
    ])()
  }

  function startUp(): number {
    return pace.startMs * (0.1 + 0.9 * random.next())
  }
}
