/** The exit code of a shell for a program that SIGPIPE ended: 128 + 13. */
export const BROKEN_PIPE = 141

/**
 * Ends the program when the reader of its output is gone, as in `aircoder ledger show | head`. A command
 * that only prints exits. A run stops as on Ctrl+C, so that its commands are ended and its state is kept.
 */
export function endWithReader(): void {
  let isClosed = false
  const close = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (isClosed) return
    isClosed = true
    if (process.listenerCount('SIGINT') > 0) process.kill(process.pid, 'SIGINT')
    else process.exit(BROKEN_PIPE)
  }
  process.stdout.on('error', close)
  process.stderr.on('error', close)
}
