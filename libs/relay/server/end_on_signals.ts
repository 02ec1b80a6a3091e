import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'

/** Time after the drain for the last error events and for closing the sockets. */
const MARGIN_MS = 5_000

interface Stoppable {
  stop(): Promise<void>
  drainMs(): number
}

/** Stops the relay at SIGTERM, SIGINT or an uncaught error, then ends the process; SIGHUP is a reload. */
export function endOnSignals(relay: Stoppable, log: Logger): void {
  // Its own limit is fixed at the start; a reload may change `drainMs` later.
  closeWithGrace({ delay: false, logger: false, skip: ['SIGHUP'] }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'bug')
    else log.info({ signal }, 'draining')
    setTimeout(() => process.exit(1), relay.drainMs() + MARGIN_MS).unref()
    await relay.stop()
  })
}
