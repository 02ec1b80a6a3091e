import type { TaskResult } from '#core'

const EXIT = { resolved: 0, failed: 1, stalled: 1, denied: 3, limit: 4, interrupted: 130 } as const

/** Causes outside the task: the endpoint cannot be used, or the window is configured wrong. */
const CAUSE = { unreachable: 5, auth: 5, window: 2 } as const

/** The exit code of a finished run (docs/design/commands.md#exit-codes). */
export function exitCodeOf(result: TaskResult): number {
  return result.cause === undefined ? EXIT[result.subtype] : CAUSE[result.cause]
}
