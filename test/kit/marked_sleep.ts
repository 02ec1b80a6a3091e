import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Seconds for `sleep` that no other process of this machine names, also where the suite runs twice at once. */
export function markSeconds(): string {
  return `300.${randomInt(1e11, 1e12)}`
}

/** Pids of other processes whose command line holds a mark. One that becomes another program has none for a moment. */
export function findMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Waits until so many of them run: a shell that has begun may not have started them yet. */
export async function untilMarked(mark: string, count = 1): Promise<void> {
  while (findMarked(mark).length < count) await pause(20)
}
