/** A clock is an object with `now()`, in whole seconds since 1970. */
export const systemClock = {
  now: () => Math.floor(Date.now() / 1000),
}

/** A clock for tests: it moves only when a test advances it. */
export function fixedClock(start) {
  let seconds = start
  return {
    now: () => seconds,
    advance(by) {
      seconds += by
    },
  }
}
