import type { Clock } from '#core'

/** A smaller difference is the daily work of NTP and is followed at once. */
const JUMP_MS = 60_000
/** A wall clock that has jumped is believed after this time. */
const BELIEVED_MS = 10 * 60_000

/**
 * A clock whose wall time does not jump: a person's day must not end, and its sums must not move to another day,
 * because somebody sets the box's clock for a moment. A jump that lasts is taken over after ten minutes.
 * @param onChange  called when it is taken over, with the difference in milliseconds
 */
export function steadyClock(clock: Clock, onChange: (ms: number) => void): Clock {
  let offset = clock.now() - clock.monotonic()
  let jumped: { offset: number; since: number } | null = null
  return {
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    now() {
      const at = clock.monotonic()
      const seen = clock.now() - at
      if (isNear(seen, offset)) {
        offset = seen
        jumped = null
      } else if (jumped === null || !isNear(seen, jumped.offset)) {
        jumped = { offset: seen, since: at }
      } else if (at - jumped.since >= BELIEVED_MS) {
        onChange(seen - offset)
        offset = seen
        jumped = null
      }
      return at + offset
    },
  }
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= JUMP_MS
}
