import type { Clock } from '#core'
import { jitteredWait, Refusal } from './errors.js'

/** What asks for a slot. */
export interface QueueRequest {
  /** The key of fairness. */
  person: string
  /** Size of the body, which stays in memory while it waits. */
  bytes: number
}

export interface QueuePlace {
  /** 1 is next. */
  position: number
  of: number
}

/** A request's place: first in the waiting list, then in a slot, then gone. */
export interface Ticket {
  /** Resolves when a slot is this one's; rejects with a Refusal when it waited too long or was put out. */
  turn: Promise<void>
  /** null while it runs and after it left. */
  place(): QueuePlace | null
  /** Called whenever the place has changed. */
  onMove(listener: () => void): void
  /** Leaves the list or frees the slot. Only the first call does anything. */
  release(): void
}

export interface QueueCounts {
  slots: number
  running: number
  waiting: number
  waitingBytes: number
}

/** Who runs next. One process owns it; nothing else admits. */
export interface Queue {
  /** @throws Refusal queue_full or engine_unavailable when a bound is reached */
  enter(request: QueueRequest): Ticket
  counts(): QueueCounts
  /** Refuses all who wait; those who run are not touched. */
  putOut(refusal: Refusal): void
}

export interface QueueBounds {
  slots: number
  /** Slots of one person while others wait. */
  userSlots: number
  queueRequests: number
  queueBytes: number
  userQueued: number
  queueMs: number
}

interface Entry extends QueueRequest {
  state: 'waiting' | 'running' | 'gone'
  begin(): void
  refuse(refusal: Refusal): void
  moved(): void
}

/**
 * A queue in order of arrival. Work conserving: a person beyond `userSlots` runs as long as nobody
 * else could use the slot.
 */
export function createQueue(bounds: QueueBounds, clock: Clock): Queue {
  const waiting: Entry[] = []
  const running = new Set<Entry>()
  let waitingBytes = 0

  function enter(request: QueueRequest): Ticket {
    if (running.size >= bounds.slots) refuseBeyondBounds(request)
    const listeners: (() => void)[] = []
    let begin = () => {}
    let refuse = (_: Refusal) => {}
    const turn = new Promise<void>((resolve, reject) => {
      begin = resolve
      refuse = reject
    })
    // Nobody may be listening when a ticket is put out after its client left.
    turn.catch(() => {})
    const entry: Entry = {
      ...request,
      state: 'waiting',
      begin,
      refuse,
      moved: () => {
        for (const listener of listeners) listener()
      },
    }
    waiting.push(entry)
    waitingBytes += entry.bytes
    dispatch()
    if (entry.state === 'waiting') void expire(entry, turn)
    return {
      turn,
      place: () => placeOf(entry),
      onMove: (listener) => listeners.push(listener),
      release: () => release(entry),
    }
  }

  function refuseBeyondBounds(request: QueueRequest): void {
    const own = waiting.filter((entry) => entry.person === request.person).length
    const wait = jitteredWait(2 + waiting.length)
    if (own >= bounds.userQueued)
      throw new Refusal(
        'queue_full',
        `You have ${own} requests waiting, the limit is ${bounds.userQueued}. Let one finish first.`,
        { retryAfterSeconds: wait },
      )
    // One is always admitted when nobody waits, however large.
    const full =
      waiting.length >= bounds.queueRequests ||
      (waiting.length > 0 && waitingBytes + request.bytes > bounds.queueBytes)
    if (!full) return
    const message = `The queue is full: ${waiting.length} requests wait for ${bounds.slots} slots.`
    // Whoever has requests of their own in the list can do something about it: that is a 429.
    throw new Refusal(own > 0 ? 'queue_full' : 'engine_unavailable', message, {
      retryAfterSeconds: wait,
    })
  }

  function dispatch(): void {
    let began = false
    while (running.size < bounds.slots) {
      const next = choose()
      if (next === undefined) break
      take(next)
      next.state = 'running'
      running.add(next)
      next.begin()
      began = true
    }
    if (began) for (const entry of waiting) entry.moved()
  }

  function choose(): Entry | undefined {
    const held = new Map<string, number>()
    for (const entry of running) held.set(entry.person, (held.get(entry.person) ?? 0) + 1)
    return waiting.find((entry) => (held.get(entry.person) ?? 0) < bounds.userSlots) ?? waiting[0]
  }

  function take(entry: Entry): void {
    waiting.splice(waiting.indexOf(entry), 1)
    waitingBytes -= entry.bytes
  }

  function release(entry: Entry): void {
    if (entry.state === 'waiting') {
      leave(entry, new Refusal('client_closed', 'The request left the queue.'))
      return
    }
    if (entry.state === 'running') {
      entry.state = 'gone'
      running.delete(entry)
      dispatch()
    }
  }

  function leave(entry: Entry, refusal: Refusal): void {
    take(entry)
    entry.state = 'gone'
    entry.refuse(refusal)
    for (const other of waiting) other.moved()
  }

  async function expire(entry: Entry, turn: Promise<void>): Promise<void> {
    const over = new AbortController()
    turn.finally(() => over.abort()).catch(() => {})
    await clock.sleep(bounds.queueMs, over.signal)
    if (entry.state !== 'waiting') return
    const seconds = Math.round(bounds.queueMs / 1000)
    leave(
      entry,
      new Refusal('engine_timeout', `No slot became free within ${seconds} s.`, {
        retryAfterSeconds: jitteredWait(10),
      }),
    )
  }

  function placeOf(entry: Entry): QueuePlace | null {
    if (entry.state !== 'waiting') return null
    return { position: waiting.indexOf(entry) + 1, of: waiting.length }
  }

  return {
    enter,
    counts: () => ({
      slots: bounds.slots,
      running: running.size,
      waiting: waiting.length,
      waitingBytes,
    }),
    putOut(refusal) {
      for (const entry of [...waiting]) leave(entry, refusal)
    },
  }
}
