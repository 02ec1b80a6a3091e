import type { Logger } from 'pino'
import type { Clock } from '#core'
import type { FindPerson } from './auth.js'
import type { Engine, Upstream } from './engine.js'
import type { Directory } from './models.js'
import type { Queue } from './queue.js'
import type { ProxySettings } from './settings.js'

/** What the routes work with, built once by createRelay. */
export interface Parts {
  readonly settings: Readonly<ProxySettings>
  readonly clock: Clock
  readonly log: Logger
  readonly findPerson: FindPerson
  readonly engine: Engine
  readonly upstream: Upstream
  readonly slots: number
  readonly queue: Queue
  readonly directory: Directory
  /** Exchanges under way; each leaves the set when it has ended. */
  readonly active: Set<Promise<unknown>>
  /** Aborts with the refusal that running streams get when the proxy ends. */
  readonly ending: AbortSignal
  /** true: nobody is admitted any more. */
  draining: boolean
}
