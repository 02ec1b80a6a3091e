import { readFileSync } from 'node:fs'

/**
 * Measures the longest time that this thread worked without a pause, by its own CPU time: on a busy machine a timer
 * is late for many reasons. Without /proc it is how late a timer of two milliseconds comes.
 */
export function watchThread() {
  let longest = 0
  let last = workMs()
  const timer = setInterval(() => {
    const now = workMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 2)
  return {
    end() {
      clearInterval(timer)
      return Math.round(longest * 10) / 10
    },
  }
}

function workMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** CPU time of this process in milliseconds, all threads together. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
