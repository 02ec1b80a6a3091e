import { jitteredWait, Refusal } from '../refusals/refusal.js'

/** A request for a lane. */
export interface LineRequest {
  person: string
  /** Kept in memory while it waits. */
  bytes: number
  /** Leaves the line when it aborts. */
  signal: AbortSignal
}

/** The line before pictures are decoded: that costs memory and cores, so few requests do it at once. */
export interface Line {
  /**
   * @returns  a function that frees the lane; further calls do nothing
   * @throws   Refusal queue_full or engine_unavailable beyond the bounds; the reason of the signal
   */
  enter(request: LineRequest): Promise<() => void>
  counts(): { running: number; waiting: number }
}

export interface LineBounds {
  lanes: number
  /** Waiting requests of one person, and of all. */
  personWaiting: number
  waiting: number
  waitingBytes: number
}

interface Entry {
  person: string
  bytes: number
  begin(): void
}

export function createLine(bounds: LineBounds): Line {
  const waiting: Entry[] = []
  const running: Entry[] = []

  function refuseBeyondBounds({ person, bytes }: LineRequest): void {
    const own = waiting.filter((entry) => entry.person === person).length
    const all = waiting.reduce((sum, entry) => sum + entry.bytes, 0)
    const full =
      waiting.length >= bounds.waiting || (waiting.length > 0 && all + bytes > bounds.waitingBytes)
    if (own < bounds.personWaiting && !full) return
    const message = `${waiting.length} requests with images wait to be read, ${own} of them yours.`
    throw new Refusal(own > 0 ? 'queue_full' : 'engine_unavailable', message, {
      retryAfterSeconds: jitteredWait(3),
    })
  }

  // A person without a lane goes before one who has a lane; otherwise in order.
  function advance(): void {
    while (running.length < bounds.lanes) {
      const next =
        waiting.find(({ person }) => running.every((entry) => entry.person !== person)) ??
        waiting[0]
      if (next === undefined) return
      remove(waiting, next)
      running.push(next)
      next.begin()
    }
  }

  return {
    enter(request) {
      const { person, bytes, signal } = request
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        if (running.length >= bounds.lanes) refuseBeyondBounds(request)
        const leave = () => {
          remove(waiting, entry)
          reject(signal.reason)
        }
        const begin = () => {
          signal.removeEventListener('abort', leave)
          resolve(() => {
            remove(running, entry)
            advance()
          })
        }
        const entry: Entry = { person, bytes, begin }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(entry)
        advance()
      })
    },
    counts: () => ({ running: running.length, waiting: waiting.length }),
  }
}

function remove(list: Entry[], entry: Entry): void {
  const at = list.indexOf(entry)
  if (at !== -1) list.splice(at, 1)
}
