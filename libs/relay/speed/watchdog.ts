import type { Logger } from 'pino'
import type { Clock } from '#core'
import type { Account } from '../exchange/account.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Queue } from '../queue/queue.js'
import type { ProxySettings } from '../settings/settings.js'
import type { Upstream } from '../upstream/engine.js'
import { createSpeedBook } from './speed_book.js'

/** Shortest time between two reloads of one model: a reload costs a cold load and the engine's prompt cache. */
const PAUSE_MS = 30 * 60_000

/** A request that has its slot. */
export interface Watched {
  end(account: Pick<Account, 'outcome' | 'cold' | 'ending'>): void
}

/** Unloads and loads a model again when it writes slower than before, while nothing runs (row 264). */
export interface Watchdog {
  begin(model: string): Watched
}

export interface WatchdogTerms {
  settings: Readonly<Pick<ProxySettings, 'reloadBelow' | 'reloadIdleMs'>>
  upstream: Pick<Upstream, 'reload'>
  queue: Pick<Queue, 'counts'>
  metrics: Pick<Metrics, 'reloaded'>
  clock: Clock
  log: Logger
  /** Aborts when the proxy ends. */
  ending: AbortSignal
}

interface Running {
  model: string
  /** false: another request ran beside it, so its speed is not that of the model alone. */
  isAlone: boolean
}

/** Off unless `reloadBelow` is set and the engine can reload a model. */
export function createWatchdog(terms: WatchdogTerms): Watchdog {
  const { settings, upstream, queue, metrics, clock, log, ending } = terms
  const book = createSpeedBook()
  const running = new Set<Running>()
  const reloadedAt = new Map<string, number>()
  /** Waits for the idle time; a new request ends it. */
  let waiting: AbortController | null = null

  async function reloadWhenIdle(model: string): Promise<void> {
    const own = new AbortController()
    waiting?.abort()
    waiting = own
    await clock.sleep(settings.reloadIdleMs, AbortSignal.any([own.signal, ending]))
    if (own.signal.aborted || ending.aborted) return
    waiting = null
    const decay = book.decayOf(model, settings.reloadBelow / 100)
    if (decay !== null && isIdle()) await reload(model, decay)
  }

  function isIdle(): boolean {
    const { running: slots, draining, waiting: queued } = queue.counts()
    return slots + draining + queued === 0
  }

  async function reload(model: string, { speed, usual }: { speed: number; usual: number }) {
    const from = clock.monotonic()
    reloadedAt.set(model, from)
    log.warn({ model, speed: tenth(speed), usual: tenth(usual) }, 'model writes slowly')
    try {
      const isDone = (await upstream.reload?.(model, ending)) ?? false
      // A model that is no longer loaded starts with its next request.
      book.reloaded(model)
      if (!isDone) return
      metrics.reloaded('done')
      log.info({ model, ms: Math.round(clock.monotonic() - from) }, 'model reloaded')
    } catch (error) {
      if (ending.aborted) return
      metrics.reloaded('failed')
      log.error({ model, err: error }, 'model not reloaded')
    }
  }

  function mayReload(model: string): boolean {
    if (settings.reloadBelow === 0 || upstream.reload === undefined) return false
    const last = reloadedAt.get(model)
    if (last !== undefined && clock.monotonic() - last < PAUSE_MS) return false
    return book.decayOf(model, settings.reloadBelow / 100) !== null
  }

  return {
    begin(name) {
      const model = name.replace(/:latest$/, '')
      const own: Running = { model, isAlone: running.size === 0 }
      for (const other of running) other.isAlone = false
      running.add(own)
      waiting?.abort()
      waiting = null
      return {
        end({ outcome, cold, ending: answer }) {
          running.delete(own)
          if (cold) book.loaded(model)
          const usage = answer?.usage
          const { completionMs } = usage ?? {}
          if (outcome === 'ok' && own.isAlone && usage && completionMs !== undefined)
            book.note(model, { ...usage, completionMs })
          if (running.size === 0 && mayReload(model)) void reloadWhenIdle(model)
        },
      }
    },
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
