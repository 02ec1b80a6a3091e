import type { ServerResponse } from 'node:http'
import type { Ticket } from '../queue/queue.js'
import type { ProxySettings } from '../settings/settings.js'
import type { StopSignal } from '../signals/stop_signal.js'
import type { Ending, Sink } from '../upstream/engine.js'
import type { MostUsage } from '../upstream/plausible_usage.js'
import type { Downstream } from './downstream.js'

/** One admitted request: who waits for it, how long, and how its engine runs. */
export interface ExchangeTerms {
  response: ServerResponse
  downstream: Downstream
  ticket: Ticket
  settings: ProxySettings
  /** Sent with the answer or the refusal. */
  headers: Record<string, string>
  /** Silence allowed before the engine's first byte, and after it. */
  firstByteMs: number
  idleMs: number
  /** true: the model must be loaded first. */
  cold: boolean
  /** How long the slot is kept when the work was cancelled before its first byte. */
  settleMs: number
  /** The most that the request can take: a count of the engine beyond it is dropped. */
  most: MostUsage
  /** How long reading the prompt takes, from a measured speed; null: unknown. Asked after the engine has begun. */
  readingMs?(): number | null
  /** Each ends the exchange when it aborts, with the refusal to send. */
  ends: readonly AbortSignal[]
  run(sink: Sink, signal: StopSignal): Promise<Ending>
}
