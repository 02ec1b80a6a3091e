import type { RequestFailure } from './errors.js'
import { seconds } from './seconds.js'

/** The client's own timers, in ms; each has its reason in core's LIMITS. */
export interface TimerLimits {
  connectMs: number
  firstTokenMs: number
  idleMs: number
  /** Longest time without a token, whatever else arrives: before the first one, and after it. Without them there is no such limit. */
  firstUsefulMs?: number
  usefulMs?: number
}

/** Timers that end one request when the server is silent for too long. */
export interface RequestTimers {
  connected(): void
  /** Bytes arrived; `data` is false when they were only comments. */
  received(data: boolean): void
  /** A token has arrived. From the first one on the idle limit applies, and comments do not reset it. */
  flowing(): void
  stop(): void
}

export function startTimers(
  limits: TimerLimits,
  expire: (failure: RequestFailure) => void,
): RequestTimers {
  let phase: 'connecting' | 'waiting' | 'flowing' | 'stopped' = 'connecting'
  let timer = arm(limits.connectMs, {
    kind: 'unreachable',
    reason: `no connection within ${seconds(limits.connectMs)}`,
  })

  let useful: NodeJS.Timeout | undefined

  function expectToken(ms: number | undefined): void {
    clearTimeout(useful)
    if (ms === undefined || phase === 'stopped') return
    useful = setTimeout(() => expire({ kind: 'long', what: 'time' }), ms)
  }

  function arm(ms: number, failure: RequestFailure): NodeJS.Timeout {
    return setTimeout(() => expire(failure), ms)
  }

  function enter(next: 'waiting' | 'flowing', ms: number, reason: string): void {
    if (phase === next || phase === 'flowing' || phase === 'stopped') return
    phase = next
    clearTimeout(timer)
    timer = arm(ms, { kind: 'silent', reason })
  }

  return {
    connected() {
      const limit = limits.firstTokenMs
      const isFirst = phase === 'connecting'
      enter('waiting', limit, `no first token and no heartbeat within ${seconds(limit)}`)
      if (isFirst) expectToken(limits.firstUsefulMs)
    },
    received(data) {
      if (phase === 'waiting' || (phase === 'flowing' && data)) timer.refresh()
    },
    flowing() {
      if (phase === 'flowing') {
        useful?.refresh()
        return
      }
      enter('flowing', limits.idleMs, `no new token for ${seconds(limits.idleMs)}`)
      expectToken(limits.usefulMs)
    },
    stop() {
      phase = 'stopped'
      clearTimeout(timer)
      clearTimeout(useful)
    },
  }
}
