import type { Clock } from '#core'
import { jitteredWait, Refusal } from '../refusals/refusal.js'
import { assertRoomInQueue, type QueueBounds } from './bounds.js'
import { createCharges } from './fair_share/charges.js'
import { choose } from './fair_share/pick_next.js'
import { createLearning, type LevelChange } from './learning.js'
import { createLines, type Entry } from './line/entry.js'
import { createPools, giveBack, loadOf, takeSlot } from './line/pool.js'
import type { QueueRequest, QueueUsage } from './line/request.js'
import { ALL_RESIDENT, createResidency } from './residency.js'
import { createSurvey, type QueueCounts, type QueuePlace, type QueueRow } from './survey.js'

/** A request's way through the queue: it waits, then has a slot, then has left. */
export interface Ticket {
  /** Resolves when it gets a slot; rejects with a Refusal when it waited too long or was removed. */
  turn: Promise<void>
  /** null while it runs and after it has left. */
  place(): QueuePlace | null
  /** Called when its place may have changed. */
  onMove(listener: () => void): void
  /** true: the model must be loaded for it. Valid from its turn on. */
  loads(): boolean
  /** The engine has begun to answer. */
  answered(): void
  /**
   * The answer has ended.
   * @param usage  null: not counted, the estimate remains charged
   */
  settle(usage: QueueUsage | null): void
  /**
   * Leaves the queue or frees the slot. Further calls do nothing.
   * @param restMs  how long the slot stays occupied, because the engine still works in it
   */
  release(restMs?: number): void
}

/** Decides which request runs next. It exists once in a process; nothing else admits requests. */
export interface Queue {
  /** @throws Refusal queue_full or engine_unavailable when a bound is reached */
  enter(request: QueueRequest): Ticket
  counts(): QueueCounts
  /** All requests, those in a slot first. */
  rows(): QueueRow[]
  /** Tells which models the engine has now; see Pools. */
  follow(keys: ReadonlyMap<string, string>): void
  /** Refuses all waiting requests; running ones continue. */
  refuseWaiting(refusal: Refusal): void
}

export interface QueueTerms {
  bounds: Readonly<QueueBounds>
  /** Requests that the engine runs at the same time. */
  slots: number
  /** How long a model stays loaded at least, where the engine must unload one to load another; else null. */
  residencyMs: number | null
  /** true: the slots of a model are calibrated from its answers; absent: never. Read at each answer. */
  calibrates?: () => boolean
  /** The number of slots of a model has changed. */
  onLevel?: (change: LevelChange) => void
}

/**
 * The fair queue: classes by weight, inside a class the person who used least, and before all others requests that
 * waited too long (docs/design/proxy.md#queue). Work conserving: a slot is free only while no request can use it. It
 * never takes a slot back. All times are of the monotonic clock.
 */
export function createQueue(terms: QueueTerms, clock: Clock): Queue {
  const { bounds, slots, residencyMs } = terms
  const pools = createPools(slots)
  const lines = createLines()
  const working = new Set<Entry>()
  const charges = createCharges()
  const residency = residencyMs === null ? ALL_RESIDENT : createResidency(residencyMs)
  const survey = createSurvey({ clock, lines, working, pools, charges, residency })
  const learning = createLearning(terms, lines)
  let agedWorking = 0
  let lastWasAged = false
  let alarm: AbortController | null = null

  function enter(request: QueueRequest): Ticket {
    const now = clock.monotonic()
    const listeners: (() => void)[] = []
    let begin = () => {}
    let refuse = (_: Refusal) => {}
    const turn = new Promise<void>((resolve, reject) => {
      begin = resolve
      refuse = reject
    })
    // A ticket may be refused when nothing awaits it any more.
    turn.catch(() => {})
    const pool = pools.of(request)
    const entry: Entry = {
      request,
      pool,
      load: loadOf(pool, request.model),
      enteredAt: now,
      state: 'waiting',
      startedAt: 0,
      slot: null,
      charged: 0,
      aged: false,
      loads: false,
      answered: false,
      answeredAt: 0,
      areaBefore: 0,
      settled: false,
      begin,
      refuse,
      moved: () => {
        for (const listener of listeners) listener()
      },
    }
    residency.note(request, now)
    charges.come(request, now)
    lines.add(entry)
    dispatch()
    if (entry.state === 'waiting') admitToWait(entry, turn)
    return {
      turn,
      place: () => survey.placeOf(entry),
      onMove: (listener) => listeners.push(listener),
      loads: () => entry.loads,
      answered: () => answered(entry),
      settle: (usage) => settle(entry, usage),
      release: (restMs = 0) => release(entry, restMs),
    }
  }

  function admitToWait(entry: Entry, turn: Promise<void>): void {
    const others = lines.entries().filter((other) => other !== entry)
    try {
      assertRoomInQueue(bounds, entry, others, () => survey.nextFreeMs(entry))
    } catch (refusal) {
      drop(entry)
      throw refusal
    }
    survey.changed()
    void expire(entry, turn)
  }

  /** Fills the free slots; called after each change that may free or need one. */
  function dispatch(): void {
    alarm?.abort('asked')
    alarm = null
    let began = false
    for (let next = findNext(); next !== null; next = findNext()) {
      start(next.entry, next.aged)
      began = true
    }
    if (began) notifyMoved()
  }

  function findNext() {
    if (lines.isEmpty() || !pools.hasRoom()) return null
    const now = clock.monotonic()
    const open = residency.open(lines.all(), now)
    if (open.askAgainMs !== null) void askAgain(open.askAgainMs)
    return choose({
      lines: open.lines,
      now,
      standing: charges.standing(now),
      userSlots: bounds.userSlots,
      held: (person) => pools.held(person),
      // Two in a row would make one slot serve by age alone while all requests wait long.
      mayAge: agedWorking === 0 && !lastWasAged,
    })
  }

  function start(entry: Entry, aged: boolean): void {
    const now = clock.monotonic()
    lines.remove(entry, now)
    entry.state = 'running'
    entry.startedAt = now
    entry.aged = aged
    entry.slot = takeSlot(entry, now)
    entry.loads = residency.begin(entry.request.model)
    lastWasAged = aged
    if (aged) agedWorking += 1
    working.add(entry)
    charges.begin(entry, now)
    entry.begin()
  }

  async function askAgain(ms: number): Promise<void> {
    const own = new AbortController()
    alarm = own
    await clock.sleep(ms, own.signal)
    if (!own.signal.aborted) dispatch()
  }

  function answered(entry: Entry): void {
    if (entry.state !== 'running' || entry.answered) return
    const now = clock.monotonic()
    entry.answered = true
    learning.answered(entry, now)
    residency.answered(entry.request.model, now)
  }

  function settle(entry: Entry, usage: QueueUsage | null): void {
    if (entry.state !== 'running' || entry.settled) return
    const now = clock.monotonic()
    entry.settled = true
    survey.served(entry.pool, now - entry.startedAt)
    if (usage === null) return
    charges.settle(entry, usage, now)
    learning.settle(entry, usage, now)
  }

  function release(entry: Entry, restMs: number): void {
    if (entry.state === 'waiting')
      refuseEntries([entry], new Refusal('client_closed', 'The request left the queue.'))
    if (entry.state !== 'running') return
    entry.state = 'draining'
    if (restMs > 0) void clock.sleep(restMs).then(() => free(entry))
    else free(entry)
  }

  function free(entry: Entry): void {
    const { request, slot } = entry
    const now = clock.monotonic()
    entry.state = 'gone'
    if (!entry.settled) charges.settleBroken(entry, now)
    working.delete(entry)
    if (entry.aged) agedWorking -= 1
    if (slot !== null) giveBack(entry, slot, now)
    learning.free(entry, now)
    residency.end(request.model)
    charges.go(request)
    dispatch()
  }

  function refuseEntries(entries: readonly Entry[], refusal: Refusal): void {
    for (const entry of entries) drop(entry)
    for (const entry of entries) entry.refuse(refusal)
    // The removed request may have blocked another model.
    dispatch()
    notifyMoved()
  }

  function drop(entry: Entry): void {
    lines.remove(entry)
    entry.state = 'gone'
    charges.go(entry.request)
  }

  function notifyMoved(): void {
    survey.changed()
    for (const entry of lines.entries()) entry.moved()
  }

  async function expire(entry: Entry, turn: Promise<void>): Promise<void> {
    const { queueMs } = bounds
    const over = new AbortController()
    turn.finally(() => over.abort('begun')).catch(() => {})
    await clock.sleep(queueMs, over.signal)
    if (entry.state !== 'waiting') return
    const seconds = Math.round(queueMs / 1000)
    const message = `No slot became free within ${seconds} s.`
    refuseEntries(
      [entry],
      new Refusal('engine_timeout', message, { retryAfterSeconds: jitteredWait(10) }),
    )
  }

  return {
    enter,
    // A waiting request holds its pool: it is followed when nothing waits.
    follow: (keys) => {
      if (lines.isEmpty()) pools.follow(keys)
    },
    counts: () => survey.counts(),
    rows: () => survey.rows(),
    refuseWaiting: (refusal) => refuseEntries(lines.entries(), refusal),
  }
}
