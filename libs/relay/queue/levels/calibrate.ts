import { createSpeeds, type Speed } from './speeds.js'

/** A lower level must be better by this factor before slots are held back. */
const CLEARLY_BETTER = 1.1
/** A lower level that is worse by this factor means that still lower ones are worse, too. */
const CLEARLY_WORSE = 0.9
/** A held level is kept while it is so close to the best one. */
const GOOD_TO_STAY = 0.97
/** Longest time for the trial of a lower level, and shortest time between two trials; the time between them grows. */
const TRIAL_MS = 5 * 60_000
const PAUSE_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 8 * PAUSE_MS

export interface CalibrationTerms {
  /** Slots that the engine reports. */
  most: number
  /** Tokens a second that one stream should get; 0: no such bound. */
  floor: number
  now: number
  /** false: all slots are used, regardless of measurements. */
  isOn: boolean
  /** true: requests wait for this model; only then a trial is useful. */
  isWanted(): boolean
}

/** Learns from the speed of the answers how many requests of one model the engine should get at the same time. */
export interface Calibration {
  /** An answer has ended; its level is the mean number of running requests while it was written. */
  note(level: number, tokens: number, ms: number, now: number): void
  /**
   * Updates the level.
   * @returns true: it has changed
   */
  review(terms: CalibrationTerms): boolean
  level(most: number): number
  table(most: number, now: number): Speed[]
}

/**
 * Starts with all slots and holds some back only where a measured lower level is clearly better. From there it rises
 * one by one: a level without a measurement in the last half hour is assumed to be good. Under full load no lower
 * level would ever be measured, so from time to time half the level is tried for a few answers.
 */
export function createCalibration(): Calibration {
  const speeds = createSpeeds()
  /** The level to which slots are limited; null: all slots are used. */
  let home: number | null = null
  let allowed = Number.POSITIVE_INFINITY
  let trial: { level: number; endsAt: number } | null = null
  let trialAt = Number.NEGATIVE_INFINITY
  let pauseMs = PAUSE_MS

  function pauseTrials(now: number): void {
    trialAt = now + pauseMs
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }

  /** A lower level may be tried when all higher ones are measured. */
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

/** @returns the level to hold; null: all slots */
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
  // A first estimate where only higher levels were measured: a lower one does not write more in total.
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

/** true: levels far above the best were measured and are worse, not only the next one at a quiet time. */
function isClear(best: Speed, highest: Speed, most: number): boolean {
  const isFar = highest.level === most || highest.level >= 2 * best.level
  return isFar && best.total > CLEARLY_BETTER * highest.total
}

function stayAt(rows: readonly Speed[], home: number | null, best: Speed): number {
  if (home === null) return best.level
  const present = at(rows, home)
  if (present !== undefined) return present.total >= GOOD_TO_STAY * best.total ? home : best.level
  // There were fewer requests recently than the level allows, which is no reason to change it.
  return home > best.level && rows.every(({ level }) => level < home) ? home : best.level
}

function mayRise(rows: readonly Speed[], home: number, floor: number): boolean {
  const present = at(rows, home)
  return present !== undefined && present.speed >= floor && at(rows, home + 1) === undefined
}

/**
 * The next lower level to try: half, a quarter and so on, as long as the measured ones are not clearly worse, and
 * before them the neighbour of a held level; null: none is left.
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
