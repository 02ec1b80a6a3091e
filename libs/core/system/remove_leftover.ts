import { rmSync } from 'node:fs'

/**
 * Removes a file that is no longer of use. An error is ignored: the caller has done its work, or has a first
 * error to report, and a file that stays is taken or removed by the next run.
 */
export function removeLeftover(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A broken disk, a folder that became read-only.
  }
}
