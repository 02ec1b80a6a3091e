import { writeSync } from 'node:fs'
import { describeSystemError } from '../errors/describe_system.js'
import { asSystemError } from '../errors/system_error.js'

/** The exit code of a shell for a program that SIGPIPE ended: 128 + 13. */
export const BROKEN_PIPE = 141

let lost: string | null = null

/** What happened to the output of this process; null: it can be written. */
export function lostOutput(): string | null {
  return lost
}

/**
 * Ends the program when the reader of its output is gone, as in `aircoder ledger show | head`. A command
 * that only prints exits. A run stops as on Ctrl+C, so that its commands are ended and its state is kept.
 * An output that cannot be written (a full disk) ends it in the same way, with one line, and the exit code is not 0.
 */
export function endWithReader(): void {
  const close = (error: NodeJS.ErrnoException) => {
    if (lost !== null) return
    lost = error.code === 'EPIPE' ? 'nobody reads its output' : 'its output cannot be written'
    const code = error.code === 'EPIPE' ? BROKEN_PIPE : reportLost(error)
    // The run may have ended: its answer was lost, so the end is no success.
    process.on('exit', () => {
      if (!process.exitCode) process.exitCode = code
    })
    if (process.listenerCount('SIGINT') > 0) process.kill(process.pid, 'SIGINT')
    else process.exit(code)
  }
  process.stdout.on('error', close)
  process.stderr.on('error', close)
}

/**
 * Says that the output cannot be written.
 * @returns the exit code
 * @throws  the error when it is none of the machine
 */
export function reportLost(error: Error): number {
  const coded = asSystemError(error)
  if (coded === null) throw error
  try {
    writeSync(2, `error: The output cannot be written: ${describeSystemError(error)}.\n`)
  } catch {
    // Standard error is full or gone too. The exit code is what remains.
  }
  return coded.exitCode
}
