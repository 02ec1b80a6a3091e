import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'

/** Beyond the drain, time for the last error events and for closing the sockets. */
const MARGIN_MS = 5_000

/** What is stopped, and how long its streams may run on. */
interface Stoppable {
  stop(): Promise<void>
  drainMs(): number
}

/** Stops the relay at SIGTERM, SIGINT or a bug that nobody caught, then ends the process; SIGHUP is a reload. */
export function endOnSignals(relay: Stoppable, log: Logger): void {
  // Its own limit is fixed when it is set up; a reload may have changed the drain since.
  closeWithGrace({ delay: false, logger: false, skip: ['SIGHUP'] }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'bug')
    else log.info({ signal }, 'draining')
    setTimeout(() => process.exit(1), relay.drainMs() + MARGIN_MS).unref()
    await relay.stop()
  })
}
