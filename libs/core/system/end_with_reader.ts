/** As a shell tells that a program was ended by SIGPIPE: 128 + 13. */
const BROKEN_PIPE = 141

/**
 * `aircoder ledger show | head`: who reads our output may go away before its end. What only prints ends there;
 * what works stops as on Ctrl+C, so that its commands are ended and its state is kept.
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
