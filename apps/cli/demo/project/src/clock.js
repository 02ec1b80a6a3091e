/** A clock is an object with `now()`, in whole seconds since 1970. */
export const systemClock = {
  now: () => Math.floor(Date.now() / 1000),
}

/** A clock for tests: it stands still until it is told to advance. */
export function fixedClock(start) {
  let seconds = start
  return {
    now: () => seconds,
    advance(by) {
      seconds += by
    },
  }
}
