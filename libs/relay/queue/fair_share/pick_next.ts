import { CLASS_NAMES, CLASSES, type RequestClass } from '../../settings/classes.js'
import type { Entry, Line } from '../line/entry.js'
import { hasRoomFor, hasShareOf, heldBy, levelOf, type Pool, remembers } from '../line/pool.js'

/** A smaller difference in use is ignored, so that a request whose prompt is still cached can go first. */
const QUANTUM_TOKENS = 4_096

/** Recent use in virtual tokens. */
export interface Standing {
  person(name: string): number
  class(name: RequestClass): number
}

export interface Choice {
  entry: Entry
  aged: boolean
}

export interface ChoiceTerms {
  lines: readonly Line[]
  now: number
  standing: Standing
  /** Slots of one person while others wait; absent: half of the pool's, rounded up. */
  userSlots: number | undefined
  /** Slots that a person holds in all pools. */
  held(person: string): number
  /** false: a request that went first by age has a slot now, or got the last one. */
  mayAge: boolean
}

/**
 * Chooses the request for the next free slot: one that has waited too long; else, in the class that used least for
 * its weight, one of the person who used least; among people with similar use, one whose prompt is still cached in a
 * free slot.
 * @returns null where no request waits or no slot is free
 */
export function choose(terms: ChoiceTerms): Choice | null {
  const { now, standing, mayAge } = terms
  const open = withinCaps(terms)
  const aged = mayAge ? findAged(open, now) : undefined
  const first = aged?.entries[0]
  if (first !== undefined) return { entry: first, aged: true }
  const line = fairest(open, standing)
  const head = line?.entries[0]
  if (line === undefined || head === undefined) return null
  return { entry: findRemembered(open, line, standing) ?? head, aged: false }
}

/**
 * Lines whose pool has a free slot for their model. A person who holds their share of a pool comes after all others
 * there.
 */
function withinCaps({ lines, userSlots, held }: ChoiceTerms): Line[] {
  const mayRun = ({ person, entries }: Line) =>
    held(person) < (entries[0]?.request.limits.running ?? Number.POSITIVE_INFINITY)
  const open = lines.filter((line) => hasRoomFor(line.pool, line.load) && mayRun(line))
  const mayHave = (pool: Pool) => userSlots ?? Math.ceil(levelOf(pool) / 2)
  // Otherwise a slot of one model could keep a person from another model with few slots for ever.
  const isWithin = ({ pool, load, person }: Line) =>
    heldBy(pool, person) < mayHave(pool) || hasShareOf(pool, load, person)
  const contested = new Set(open.filter(isWithin).map((line) => line.pool))
  return open.filter((line) => isWithin(line) || !contested.has(line.pool))
}

/** The line that has waited longest for its bound, if any has reached it. */
function findAged(lines: readonly Line[], now: number): Line | undefined {
  return leastBy(
    lines.filter((line) => agedBy(line, now) >= 1),
    (line) => -agedBy(line, now),
  )
}

/**
 * How long the first of the line has waited since it became the first, as a share of the bound of its class. A person
 * with many requests who is served again and again does not age.
 */
export function agedBy(line: Line, now: number): number {
  const entered = line.entries[0]?.enteredAt ?? now
  return (now - Math.max(entered, line.servedAt)) / CLASSES[line.class].agedMs
}

/** The next line by use, without regard to age. */
function fairest(lines: readonly Line[], standing: Standing): Line | undefined {
  const name = nextClass(new Set(lines.map((line) => line.class)), standing)
  return leastUsed(
    lines.filter((line) => line.class === name),
    standing,
  )
}

/** The class that used least for its weight; of equal ones the highest. */
export function nextClass(
  present: ReadonlySet<RequestClass>,
  standing: Standing,
): RequestClass | undefined {
  return leastBy(
    CLASS_NAMES.filter((name) => present.has(name)),
    (name) => standing.class(name),
  )
}

/**
 * Of the lines of one class, the one of the person who used least; of equal ones the person with fewer slots, then
 * the first to arrive.
 */
export function leastUsed(lines: readonly Line[], standing: Standing): Line | undefined {
  let best: Line | undefined
  let least = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const used = standing.person(line.person)
    if (used > least || (best !== undefined && used === least && !isBefore(line, best))) continue
    best = line
    least = used
  }
  return best
}

function isBefore(line: Line, other: Line): boolean {
  const held = heldBy(line.pool, line.person) - heldBy(other.pool, other.person)
  if (held !== 0) return held < 0
  return (line.entries[0]?.enteredAt ?? 0) < (other.entries[0]?.enteredAt ?? 0)
}

function findRemembered(lines: readonly Line[], fair: Line, standing: Standing): Entry | undefined {
  const limit = standing.person(fair.person) + QUANTUM_TOKENS
  const found = lines
    .filter((line) => line.class === fair.class && standing.person(line.person) <= limit)
    .flatMap((line) => line.entries.find(({ pool, request }) => remembers(pool, request)) ?? [])
  return leastBy(found, ({ request }) => standing.person(request.person))
}

/** The first of the smallest. */
function leastBy<T>(values: readonly T[], measure: (value: T) => number): T | undefined {
  let best: T | undefined
  let least = Number.POSITIVE_INFINITY
  for (const value of values) {
    const size = measure(value)
    if (best !== undefined && size >= least) continue
    best = value
    least = size
  }
  return best
}
