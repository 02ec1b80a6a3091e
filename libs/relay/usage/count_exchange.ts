import type { Account } from '../exchange/account.js'
import type { EngineUsage } from '../upstream/engine.js'
import type { Sums } from './sums.js'

/** The estimates of a request. */
export interface Brought {
  /** Charged when the engine did not count. */
  promptTokens: number
  images: number
}

/** What one exchange adds to a person's day; every request that ran is counted, also after an error. */
export function countExchange(account: Account, brought: Brought): Partial<Sums> {
  const usage = account.ending?.usage ?? estimate(account, brought)
  const isCancelled = account.outcome === 'client_closed'
  return {
    requests: 1,
    errors: account.outcome === 'ok' || isCancelled ? 0 : 1,
    cancelled: isCancelled ? 1 : 0,
    prompt_tokens: usage?.promptTokens ?? 0,
    completion_tokens: usage?.completionTokens ?? 0,
    reused_tokens: usage?.cachedTokens ?? 0,
    reuse_known_tokens: (usage?.cachedTokens ?? null) === null ? 0 : (usage?.promptTokens ?? 0),
    images: brought.images,
    queue_ms: Math.round(account.queueMs),
    engine_ms: Math.round(account.upstreamMs),
  }
}

// A client that leaves before the engine has counted would otherwise not be charged for the work.
function estimate(
  { began, outcome, events }: Account,
  { promptTokens }: Brought,
): EngineUsage | null {
  const ran = began && (events > 0 || outcome === 'ok' || outcome === 'client_closed')
  return ran ? { promptTokens, completionTokens: events } : null
}
