import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits for a promise, but no longer than some time in milliseconds. The timer keeps the program alive: a child process
 * that was released does not, and Node would then end in the middle of the wait.
 * @returns the value of the promise, or `late`
 */
export async function within<T>(promise: Promise<T>, ms: number, late: T): Promise<T> {
  const timer = new AbortController()
  try {
    return await Promise.race([promise, wait(ms, late, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
