import { TooManyRequests } from './errors.js'

/** Allows `max` uses of a name in each window; windows start at the first use. */
export function createRateLimit({ clock, max, windowSeconds }) {
  const windows = new Map()

  return {
    take(name) {
      const now = clock.now()
      const current = windows.get(name)
      if (!current || now >= current.ends) {
        windows.set(name, { used: 1, ends: now + windowSeconds })
        return
      }
      if (current.used >= max) throw new TooManyRequests(`try again in ${current.ends - now} s`)
      current.used += 1
    },
  }
}
