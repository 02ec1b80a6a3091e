import { endOf, type TaskResult } from '#core'

/** The exit code of a finished run (docs/errors.md). */
export function exitCodeOf(result: TaskResult): number {
  return endOf(result).exit
}
