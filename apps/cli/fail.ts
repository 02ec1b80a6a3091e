import { AircoderError, type TaskResult } from '#core'

/** Says what happened and what to do, on standard error. @returns the exit code */
export function reportError(error: unknown): number {
  if (error instanceof AircoderError) {
    process.stderr.write(`error: ${error.message}\nhint: ${error.hint}\n`)
    return error.exitCode
  }
  // A bug of ours: nothing was committed; the stack is what a report needs.
  process.stderr.write(`internal error: ${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}

const EXIT = { resolved: 0, failed: 1, denied: 3, limit: 4, interrupted: 130 } as const

/** Reasons outside the task: an endpoint that is gone or shut, a window that is set wrong. */
const CAUSE = { unreachable: 5, auth: 5, window: 2 } as const

/** The exit code of a finished run (contract.md). */
export function exitCodeOf(result: TaskResult): number {
  return result.cause === undefined ? EXIT[result.subtype] : CAUSE[result.cause]
}
