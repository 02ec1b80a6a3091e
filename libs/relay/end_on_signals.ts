import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Relay } from './relay.js'
import type { ProxySettings } from './settings.js'

/** Beyond the drain, time for the last error events and for closing the sockets. */
const MARGIN_MS = 5_000

/** Stops the relay at SIGTERM, SIGINT or a bug that nobody caught, then ends the process. */
export function endOnSignals(relay: Relay, { drainMs }: ProxySettings, log: Logger): void {
  closeWithGrace({ delay: drainMs + MARGIN_MS, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'bug')
    else log.info({ signal }, 'draining')
    await relay.stop()
  })
}
