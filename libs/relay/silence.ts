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
 */
export function createSilenceTimer(ms: number, onSilence: () => void): SilenceTimer {
  let limit = ms
  let last = performance.now()
  let timer = setTimeout(check, limit)

  function check(): void {
    const left = limit - (performance.now() - last)
    if (left > 0) {
      timer = setTimeout(check, Math.ceil(left))
      return
    }
    last = performance.now()
    timer = setTimeout(check, limit)
    onSilence()
  }

  return {
    heard() {
      last = performance.now()
    },
    expect(next) {
      last = performance.now()
      // A longer stretch is found out when the timer fires; a shorter one needs it sooner.
      if (next < limit) {
        clearTimeout(timer)
        timer = setTimeout(check, next)
      }
      limit = next
    },
    stop: () => clearTimeout(timer),
  }
}
