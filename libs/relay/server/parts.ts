import type { Logger } from 'pino'
import type { Clock } from '#core'
import type { Bodies } from '../http/body_limits.js'
import type { Images } from '../images/images.js'
import type { Metrics } from '../metrics/metrics.js'
import type { People } from '../people/people.js'
import type { Rates } from '../people/rates.js'
import type { PrefixBook } from '../prefix/prefix.js'
import type { Queue } from '../queue/queue.js'
import type { ProxySettings } from '../settings/settings.js'
import type { Directory } from '../upstream/directory.js'
import type { Engine, Upstream } from '../upstream/engine.js'
import type { UsageBook } from '../usage/usage_book.js'

/** What the routes work with, built once by createRelay. */
export interface Parts {
  /** Read a value where it is used: a reload changes it in place. */
  readonly settings: Readonly<ProxySettings>
  readonly clock: Clock
  readonly log: Logger
  readonly people: People
  readonly rates: Rates
  readonly bodies: Bodies
  readonly usage: UsageBook
  readonly engine: Engine
  readonly upstream: Upstream
  readonly slots: number
  readonly queue: Queue
  readonly directory: Directory
  readonly images: Images
  readonly prefix: PrefixBook
  readonly metrics: Metrics
  /** Exchanges under way; each leaves the set when it has ended. */
  readonly active: Set<Promise<unknown>>
  /** Aborts with the refusal that running streams get when the proxy ends. */
  readonly ending: AbortSignal
  /** true: nobody is admitted any more. */
  draining: boolean
}
