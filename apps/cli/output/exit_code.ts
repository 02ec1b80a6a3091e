import type { TaskResult } from '#core'

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

/**
 * The exit code of a finished run (docs/design/commands.md#exit-codes).
 * @param requireProof  an end that is not proven counts as failed
 */
export function exitCodeOf(result: TaskResult, requireProof = false): number {
  if (result.cause !== undefined) return CAUSE[result.cause]
  const isUnproven = requireProof && result.subtype === 'resolved' && !result.proven
  return isUnproven ? 1 : EXIT[result.subtype]
}
