import type { Clock } from '#core'
import { describeFailure, isStarting, type RequestFailure } from '../errors.js'
import { seconds } from '../seconds.js'

/** A refused connection costs nothing: it is tried this often. */
const REFUSED_MS = 2_000

/** A shorter wait is not named. */
const NO_WAIT_MS = 100

/** Counts how long a server that is starting or busy has been waited for. */
export interface Patience {
  /**
   * The pause before the next try, and the line that says why; null: the failure is of another kind, or the
   * time is spent. @param pauseMs  the pause between tries, or what the server asked for
   */
  next(failure: RequestFailure, pauseMs: number): { pauseMs: number; text: string } | null
  /** How long it was waited until now, in words; null: not at all. */
  waited(): string | null
}

interface PatienceOptions {
  clock: Pick<Clock, 'monotonic'>
  origin: string
  /** Failures that are waited for; those of a server that is starting when absent. */
  waitsFor?: (failure: RequestFailure) => boolean
}

/** @param waitMs  longest wait in ms; 0: it is not waited */
export function createPatience(
  waitMs: number,
  { clock, origin, waitsFor = isStarting }: PatienceOptions,
): Patience {
  let startedMs: number | null = null
  return {
    next(failure, wishedMs) {
      if (!waitsFor(failure)) return null
      startedMs ??= clock.monotonic()
      const waited = clock.monotonic() - startedMs
      const left = waitMs - waited
      const asked = failure.kind === 'answered' ? failure.wait.afterMs : null
      // A server that asks for more than is left is not asked again.
      if (left <= 0 || (asked !== null && asked > left)) return null
      const most = failure.kind === 'answered' ? left : Math.min(left, REFUSED_MS)
      const pauseMs = Math.min(wishedMs, most)
      const why = describeFailure(failure)
      const text = `waiting for ${origin} (${why}): ${seconds(waited)} of ${seconds(waitMs)}, next try in ${seconds(pauseMs)}`
      return { pauseMs, text }
    },
    waited() {
      const ms = startedMs === null ? 0 : clock.monotonic() - startedMs
      return ms < NO_WAIT_MS ? null : seconds(ms)
    },
  }
}
