/** Calls back after a time of silence. `heard` costs one clock reading; it sets no timer. */
export interface SilenceTimer {
  heard(): void
  /** Changes the limit and resets the silence. */
  expect(ms: number): void
  stop(): void
}

/**
 * @param ms         silence in milliseconds before `onSilence`; it repeats until stopped
 * @param onSilence  called each time the limit is reached
 * @param soonest    the shortest limit of later calls of `expect`: the timer fires then, so that `expect` need
 *                   not set it again
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
      // A longer limit is checked when the timer fires; a shorter one needs an earlier timer.
      if (last + next < due) {
        clearTimeout(timer)
        arm(next)
      }
      limit = next
    },
    stop: () => clearTimeout(timer),
  }
}
