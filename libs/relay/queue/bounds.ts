import { jitteredWait, Refusal } from '../refusals/refusal.js'
import type { Entry } from './line/entry.js'

/** Bounds of the queue from the settings; read at each request. */
export interface QueueBounds {
  /** Slots of one person while others wait; absent: half of them, rounded up. */
  userSlots?: number | undefined
  /** Tokens a second that one stream should get; absent or 0: no such bound. */
  slotFloor?: number | undefined
  queueRequests: number
  queueBytes: number
  userQueued: number
  queueMs: number
}

/**
 * Refuses a request that would have to wait where the queue is full: 429 for a person with waiting requests, who can
 * let one finish, 503 for others.
 * @param others      the requests that wait already
 * @param nextFreeMs  estimated milliseconds until a slot becomes free, one of the person if they have one
 * @throws            Refusal queue_full or engine_unavailable
 */
export function assertRoomInQueue(
  bounds: QueueBounds,
  { request }: Entry,
  others: readonly Entry[],
  nextFreeMs: () => number,
): void {
  const own = others.filter((entry) => entry.request.person === request.person).length
  const retryLater = () => ({ retryAfterSeconds: jitteredWait(nextFreeMs() / 1000) })
  const limit = Math.min(bounds.userQueued, request.limits.queued ?? Number.POSITIVE_INFINITY)
  if (own >= limit)
    throw new Refusal(
      'queue_full',
      `You have ${own} requests waiting, the limit is ${limit}. Let one finish first.`,
      retryLater(),
    )
  // One request of any size is admitted when the queue is empty.
  if (others.length === 0) return
  const bytes = others.reduce((sum, entry) => sum + entry.request.bytes, request.bytes)
  if (others.length < bounds.queueRequests && bytes <= bounds.queueBytes) return
  throw new Refusal(
    own > 0 ? 'queue_full' : 'engine_unavailable',
    `The queue is full: ${others.length} requests wait. Try again later.`,
    retryLater(),
  )
}
