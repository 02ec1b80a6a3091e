import { AircoderError, redact, showControls, type TaskResult } from '#core'

/** Prints the error and its hint on standard error. @returns the exit code */
export function reportError(error: unknown): number {
  if (error instanceof AircoderError) {
    process.stderr.write(`error: ${safe(error.message)}\nhint: ${safe(error.hint)}\n`)
    return error.exitCode
  }
  // A bug in aircoder: nothing was committed. A bug report needs the stack.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`internal error: ${safe(text)}\n`)
  return 1
}

/** Messages quote files and servers: their secrets and escape sequences must not reach the terminal. */
function safe(text: string): string {
  return showControls(redact(text))
}

const EXIT = {
  resolved: 0,
  unproven: 1,
  failed: 1,
  stalled: 1,
  denied: 3,
  limit: 4,
  interrupted: 130,
} as const

/** Causes outside the task: the endpoint cannot be used, or the window is configured wrong. */
const CAUSE = { unreachable: 5, auth: 5, window: 2 } as const

/** The exit code of a finished run (docs/design/commands.md#exit-codes). */
export function exitCodeOf(result: TaskResult): number {
  return result.cause === undefined ? EXIT[result.subtype] : CAUSE[result.cause]
}
