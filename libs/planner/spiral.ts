import { LIMITS } from '#core'

/** An attempt to edit a file; `path` from the workspace root, null where the call names none. */
export interface TriedEdit {
  path: string | null
  ok: boolean
  step: number
}

/** Attempts on one file since the last time that every failure was made good. */
export interface Spiral {
  /** A failure adds one, a success subtracts one. */
  failures: number
  attempts: number
}

/** The newest attempts on a file, oldest first. An edit that would change nothing is a failure (row 54). */
export function spiralOf(edits: readonly TriedEdit[], path: string): Spiral {
  let spiral: Spiral = { failures: 0, attempts: 0 }
  for (const { ok } of edits.filter((edit) => edit.path === path)) {
    const failures = Math.max(0, spiral.failures + (ok ? -1 : 1))
    spiral = { failures, attempts: failures === 0 ? 0 : spiral.attempts + 1 }
  }
  return spiral
}

/** Whether further patches of the file would be guesses. */
export function isSpiral({ failures, attempts }: Spiral): boolean {
  return failures >= LIMITS.patchFailures || attempts >= LIMITS.patchAttempts
}
