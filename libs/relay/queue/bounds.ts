import { jitteredWait, Refusal } from '../refusals/refusal.js'
import type { Entry } from './line/entry.js'

/** As the settings have them; read anew at each request. */
export interface QueueBounds {
  /** Slots of one person while others wait; absent: half of them, rounded up. */
  userSlots?: number | undefined
  /** Tokens a second that one stream shall keep; absent or 0: whatever is best for all together. */
  slotFloor?: number | undefined
  queueRequests: number
  queueBytes: number
  userQueued: number
  queueMs: number
}

/**
 * Refuses one who would have to wait where the list is full: 429 for whoever has requests of their own in it
 * and can do something about it, 503 for the others.
 * @param others      those who wait already
 * @param nextFreeMs  milliseconds until a slot is thought to become free, of the person's own if they have one
 * @throws            Refusal queue_full or engine_unavailable
 */
export function assertRoomInQueue(
  bounds: QueueBounds,
  { request }: Entry,
  others: readonly Entry[],
  nextFreeMs: () => number,
): void {
  const own = others.filter((entry) => entry.request.person === request.person).length
  const comeAgain = () => ({ retryAfterSeconds: jitteredWait(nextFreeMs() / 1000) })
  const limit = Math.min(bounds.userQueued, request.limits.queued ?? Number.POSITIVE_INFINITY)
  if (own >= limit)
    throw new Refusal(
      'queue_full',
      `You have ${own} requests waiting, the limit is ${limit}. Let one finish first.`,
      comeAgain(),
    )
  // One is always admitted when nobody waits, however large.
  if (others.length === 0) return
  const bytes = others.reduce((sum, entry) => sum + entry.request.bytes, request.bytes)
  if (others.length < bounds.queueRequests && bytes <= bounds.queueBytes) return
  throw new Refusal(
    own > 0 ? 'queue_full' : 'engine_unavailable',
    `The queue is full: ${others.length} requests wait. Come again later.`,
    comeAgain(),
  )
}
