import type { RequestFailure } from './errors.js'

/** The client's own timers, in ms; each has its reason in core's LIMITS. */
export interface TimerLimits {
  connectMs: number
  firstTokenMs: number
  idleMs: number
}

/** Watches one request for silence. */
export interface RequestTimers {
  connected(): void
  /** Bytes came; `data` is false when they were comments only. */
  heard(data: boolean): void
  /** Tokens flow from now on: the idle limit holds, and comments no longer count as life. */
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
      enter('waiting', limit, `no first token and no sign of life within ${seconds(limit)}`)
    },
    heard(data) {
      if (phase === 'waiting' || (phase === 'flowing' && data)) timer.refresh()
    },
    flowing() {
      enter('flowing', limits.idleMs, `the stream stood still for ${seconds(limits.idleMs)}`)
    },
    stop() {
      phase = 'stopped'
      clearTimeout(timer)
    },
  }
}

/** A duration for people: `0.4 s`, `12 s`, `15 min`. */
export function seconds(ms: number): string {
  if (ms >= 120_000) return `${Math.round(ms / 60_000)} min`
  return `${ms < 9_950 ? (ms / 1_000).toFixed(1) : Math.round(ms / 1_000)} s`
}
