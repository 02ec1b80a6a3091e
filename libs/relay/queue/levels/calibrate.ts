import { createSpeeds, type Speed } from './speeds.js'

/** A lower level must be this much better before slots are held back. */
const CLEARLY_BETTER = 1.1
/** A trial below that is this much worse says that still lower ones are worse too. */
const CLEARLY_WORSE = 0.9
/** A level that is held stays while it is so near to the best. */
const GOOD_TO_STAY = 0.97
/** A level below is tried at most so long, and never sooner than that after the last trial, then ever more rarely. */
const TRIAL_MS = 5 * 60_000
const PAUSE_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 8 * PAUSE_MS

export interface CalibrationTerms {
  /** What the engine says that it has. */
  most: number
  /** Tokens a second that one stream shall keep; 0: whatever is best for all together. */
  floor: number
  now: number
  /** false: all slots, whatever was measured. */
  isOn: boolean
  /** Somebody waits for this model: only then is a trial worth anything. */
  isWanted(): boolean
}

/** How many requests of one model the engine is given at once, learnt from how fast it answers. */
export interface Calibration {
  /** An answer came to its end; its level is the mean of those at work while it was written. */
  note(level: number, tokens: number, ms: number, now: number): void
  /** Draws the conclusions. @returns  true: the level is another than before */
  review(terms: CalibrationTerms): boolean
  level(most: number): number
  table(most: number, now: number): Speed[]
}

/**
 * Starts with all slots and holds some back only where a lower level that was measured is clearly better. From
 * there it rises one by one: a level that was never measured, or not for half an hour, is assumed to be good.
 * Under full load no lower level would ever be seen, so now and then the half is tried for a few answers.
 */
export function createCalibration(): Calibration {
  const speeds = createSpeeds()
  /** The level to which slots are held back; null: none are. */
  let home: number | null = null
  let allowed = Number.POSITIVE_INFINITY
  let trial: { level: number; endsAt: number } | null = null
  let trialAt = Number.NEGATIVE_INFINITY
  let pauseMs = PAUSE_MS

  function pauseTrials(now: number): void {
    trialAt = now + pauseMs
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }

  /** Where nothing is left to be explored above, what is below may be tried. */
  function reviewTrial(rows: Speed[], { most, now, isWanted }: CalibrationTerms): void {
    if (trial !== null) {
      const isMeasured = at(rows, trial.level) !== undefined
      if (!isMeasured && now < trial.endsAt && isWanted()) return
      trial = null
      if (!isMeasured) pauseTrials(now)
    }
    const present = at(rows, Math.min(most, allowed))
    if (present === undefined || now < trialAt || !isWanted()) return
    const level = levelToTry(rows, present, home !== null)
    if (level === null) pauseTrials(now)
    else trial = { level, endsAt: now + TRIAL_MS }
  }

  return {
    note: speeds.note,
    review(terms) {
      const { most, floor, now, isOn } = terms
      const before = allowed
      if (!isOn) {
        home = null
        trial = null
        allowed = Number.POSITIVE_INFINITY
        return allowed !== before
      }
      const rows = speeds.measured(most, now)
      const next = findHome(rows, home, most, floor)
      if (next !== home) {
        pauseMs = PAUSE_MS
        trialAt = Math.min(trialAt, now + pauseMs)
      }
      home = next
      allowed = home === null ? Number.POSITIVE_INFINITY : home
      if (home !== null && mayRise(rows, home, floor)) allowed += 1
      reviewTrial(rows, terms)
      if (trial !== null) allowed = Math.min(trial.level, allowed)
      return Math.min(most, allowed) !== Math.min(most, before)
    },
    level: (most) => Math.max(1, Math.min(most, allowed)),
    table: speeds.measured,
  }
}

/** @returns  the level to hold, null for all slots */
function findHome(
  rows: readonly Speed[],
  home: number | null,
  most: number,
  floor: number,
): number | null {
  const slow = rows.find(({ speed }) => speed < floor)
  const fast = slow === undefined ? rows : rows.filter(({ level }) => level < slow.level)
  const best = bestOf(fast)
  const highest = fast.at(-1)
  // A first guess where only levels above were seen: together they write no more at a lower one.
  const guess = slow && Math.max(1, Math.min(slow.level - 1, Math.floor(slow.total / (floor || 1))))
  if (best === undefined || highest === undefined)
    return guess === undefined ? home : Math.min(home ?? most, guess)
  if (home === null && !isClear(best, highest, most))
    return guess === undefined ? null : Math.max(highest.level, guess)
  let level = stayAt(fast, home, best)
  for (let up = at(fast, level + 1); up !== undefined; up = at(fast, level + 1)) {
    if (up.total < best.total) break
    level += 1
  }
  if (slow !== undefined) level = Math.min(level, slow.level - 1)
  return level >= most ? null : level
}

/** What lies far above the best was seen and is worse, not only its neighbour on a quiet day. */
function isClear(best: Speed, highest: Speed, most: number): boolean {
  const isFar = highest.level === most || highest.level >= 2 * best.level
  return isFar && best.total > CLEARLY_BETTER * highest.total
}

function stayAt(rows: readonly Speed[], home: number | null, best: Speed): number {
  if (home === null) return best.level
  const present = at(rows, home)
  if (present !== undefined) return present.total >= GOOD_TO_STAY * best.total ? home : best.level
  // Of late there was less to do than it allows, which says nothing against it.
  return home > best.level && rows.every(({ level }) => level < home) ? home : best.level
}

function mayRise(rows: readonly Speed[], home: number, floor: number): boolean {
  const present = at(rows, home)
  return present !== undefined && present.speed >= floor && at(rows, home + 1) === undefined
}

/**
 * The half, the quarter and so on, as long as those measured are not clearly worse, and before them the
 * neighbour of a level that is held; null: none is left.
 */
function levelToTry(rows: readonly Speed[], { level, total }: Speed, isHeld: boolean) {
  const levels = isHeld && level > 1 ? [level - 1] : []
  for (let lower = level >> 1; lower >= 1; lower >>= 1) levels.push(lower)
  for (const lower of levels) {
    const known = at(rows, lower)
    if (known === undefined) return lower
    if (known.total < CLEARLY_WORSE * total) return null
  }
  return null
}

function bestOf(rows: readonly Speed[]): Speed | undefined {
  let best = rows[0]
  for (const row of rows) if (best !== undefined && row.total > best.total) best = row
  return best
}

function at(rows: readonly Speed[], level: number): Speed | undefined {
  return rows.find((row) => row.level === level)
}
