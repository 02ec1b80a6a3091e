import type { Logger } from 'pino'
import type { Clock } from '#core'
import type { Bodies } from '../http/body/body_limits.js'
import type { Connections } from '../http/connections.js'
import type { Images } from '../images/images.js'
import type { StrangerLog } from '../log/stranger_log.js'
import type { Metrics } from '../metrics/metrics.js'
import type { People } from '../people/people.js'
import type { Rates } from '../people/rates.js'
import type { PrefixBook } from '../prefix/prefix.js'
import type { Queue } from '../queue/queue.js'
import type { ProxySettings } from '../settings/settings.js'
import type { Watchdog } from '../speed/watchdog.js'
import type { Directory } from '../upstream/directory.js'
import type { Engine, Upstream } from '../upstream/engine.js'
import type { UsageBook } from '../usage/usage_book.js'

/** The parts of the proxy, built once by createRelay. A folder gets only those that it uses. */
export interface Parts {
  /** Read values where they are used: a reload changes them in place. */
  readonly settings: Readonly<ProxySettings>
  readonly clock: Clock
  readonly log: Logger
  readonly people: People
  readonly rates: Rates
  readonly bodies: Bodies
  readonly connections: Connections
  readonly strangers: StrangerLog
  readonly usage: UsageBook
  readonly engine: Engine
  readonly upstream: Upstream
  readonly slots: number
  readonly queue: Queue
  readonly directory: Directory
  readonly images: Images
  readonly prefix: PrefixBook
  readonly metrics: Metrics
  readonly watchdog: Watchdog
  /** Running exchanges; each is removed when it has ended. */
  readonly active: Set<Promise<unknown>>
  /** Aborts with the refusal that running streams get when the proxy ends. */
  readonly ending: AbortSignal
  /** true: new requests are refused. */
  draining: boolean
}
