/** Calls back after a stretch of silence; hearing something costs one clock reading, no timer is re-armed. */
export interface SilenceTimer {
  heard(): void
  /** From now on another stretch counts as silence. */
  expect(ms: number): void
  stop(): void
}

/**
 * @param ms       silence in milliseconds before `onSilence`; it repeats until stopped
 * @param onSilence  called at each stretch of silence
 * @param soonest  the shortest stretch that will be expected later: the timer looks in then, so that it need not
 *                 be set anew
 */
export function createSilenceTimer(ms: number, onSilence: () => void, soonest = ms): SilenceTimer {
  let limit = ms
  let last = performance.now()
  let due = last + Math.min(limit, soonest)
  let timer = setTimeout(check, Math.min(limit, soonest))

  function arm(after: number): void {
    due = performance.now() + after
    timer = setTimeout(check, after)
  }

  function check(): void {
    const left = limit - (performance.now() - last)
    if (left > 0) {
      arm(Math.ceil(left))
      return
    }
    last = performance.now()
    arm(limit)
    onSilence()
  }

  return {
    heard() {
      last = performance.now()
    },
    expect(next) {
      last = performance.now()
      // A longer stretch is found out when the timer fires; a shorter one needs it sooner.
      if (last + next < due) {
        clearTimeout(timer)
        arm(next)
      }
      limit = next
    },
    stop: () => clearTimeout(timer),
  }
}
