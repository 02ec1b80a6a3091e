import type { Clock } from '#core'

/** A clock that moves only when the test advances it. Monotonic and wall time are the same. */
export interface FakeClock extends Clock {
  /** Wakes the next sleeper, and time with it; false: nobody sleeps, or not before `untilMs`. */
  step(untilMs?: number): Promise<boolean>
  /** Lets this much time pass, with everybody who wakes in it. */
  pass(ms: number): Promise<void>
  /** Calls `ring` after this time; much cheaper than a sleep with a signal. @returns  takes it back */
  alarm(ms: number, ring: () => void): () => void
  /** Sleepers. */
  asleep(): number
}

interface Sleeper {
  at: number
  /** Sleepers of one moment wake in the order in which they lay down. */
  number: number
  /** true: its signal woke it before. */
  gone: boolean
  wake(): void
}

/** Sleepers wake in order of time, and what follows from one is done before the next. */
export function createFakeClock(startMs = 0): FakeClock {
  let now = startMs
  let count = 0
  const heap: Sleeper[] = []

  async function step(untilMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    while (heap[0]?.gone) removeFirst(heap)
    const next = heap[0]
    if (next === undefined || next.at > untilMs) return false
    removeFirst(heap)
    now = Math.max(now, next.at)
    next.wake()
    await settle()
    return true
  }

  function lieDown(ms: number, wake: () => void): Sleeper {
    count += 1
    const sleeper = { at: now + Math.max(0, ms), number: count, gone: false, wake }
    insert(heap, sleeper)
    return sleeper
  }

  return {
    now: () => now,
    monotonic: () => now,
    sleep(ms, signal) {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = lieDown(ms, resolve)
        const leave = () => {
          sleeper.gone = true
          resolve()
        }
        signal?.addEventListener('abort', leave, { once: true })
      })
    },
    alarm(ms, ring) {
      const sleeper = lieDown(ms, ring)
      return () => {
        sleeper.gone = true
      }
    },
    step,
    async pass(ms) {
      await settle()
      const end = now + ms
      while (await step(end));
      now = end
    },
    asleep: () => heap.filter(({ gone }) => !gone).length,
  }
}

/** Until no promise that is already settled has anything left to do. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function insert(heap: Sleeper[], sleeper: Sleeper): void {
  let at = heap.push(sleeper) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!swapIfSooner(heap, at, parent)) return
    at = parent
  }
}

function removeFirst(heap: Sleeper[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  heap[0] = last
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    const child = isSooner(heap[left + 1], heap[left]) ? left + 1 : left
    if (!swapIfSooner(heap, child, at)) return
    at = child
  }
}

function swapIfSooner(heap: Sleeper[], child: number, parent: number): boolean {
  const [low, high] = [heap[child], heap[parent]]
  if (low === undefined || high === undefined || !isSooner(low, high)) return false
  heap[child] = high
  heap[parent] = low
  return true
}

function isSooner(one: Sleeper | undefined, other: Sleeper | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined
  return one.at < other.at || (one.at === other.at && one.number < other.number)
}
