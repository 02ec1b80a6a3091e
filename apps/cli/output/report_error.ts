import { AircoderError, redact, showControls, type TaskResult } from '#core'

/** Says what happened and what to do, on standard error. @returns the exit code */
export function reportError(error: unknown): number {
  if (error instanceof AircoderError) {
    process.stderr.write(`error: ${safe(error.message)}\nhint: ${safe(error.hint)}\n`)
    return error.exitCode
  }
  // A bug of ours: nothing was committed; the stack is what a report needs.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`internal error: ${safe(text)}\n`)
  return 1
}

/** Messages quote files, servers and people: no secret and no escape of theirs goes to the terminal. */
function safe(text: string): string {
  return showControls(redact(text))
}

const EXIT = { resolved: 0, failed: 1, denied: 3, limit: 4, interrupted: 130 } as const

/** Reasons outside the task: an endpoint that is gone or shut, a window that is set wrong. */
const CAUSE = { unreachable: 5, auth: 5, window: 2 } as const

/** The exit code of a finished run (docs/design/commands.md#exit-codes). */
export function exitCodeOf(result: TaskResult): number {
  return result.cause === undefined ? EXIT[result.subtype] : CAUSE[result.cause]
}
