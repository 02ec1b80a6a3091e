import { CLASSES } from '../settings/classes.js'
import type { Line } from './line/entry.js'
import type { QueueRequest } from './line/request.js'

/** How long after a load the engine's reports about other models are ignored: they may be older than the load. */
const OLD_NEWS_MS = 5_000

/** Why a request waits. */
export type WaitReason = 'busy' | 'loading' | 'swap'

/** Tracks the loaded models and decides when another may be loaded. Times are milliseconds of the monotonic clock. */
export interface Residency {
  /** Takes over the engine's report about the model of an incoming request. */
  note(request: QueueRequest, now: number): void
  /**
   * Lines that may get a slot now.
   * @returns the lines, and when to check again where only the residency of the loaded model blocks them
   */
  open(lines: readonly Line[], now: number): { lines: readonly Line[]; askAgainMs: number | null }
  /** @returns true: the engine must load the model for it */
  begin(model: string): boolean
  /** The engine has begun to answer. */
  answered(model: string, now: number): void
  end(model: string): void
  reason(model: string): WaitReason
}

/** For an engine that keeps all its models loaded: no line is blocked. */
export const ALL_RESIDENT: Residency = {
  note: () => {},
  open: (lines) => ({ lines, askAgainMs: null }),
  begin: () => false,
  answered: () => {},
  end: () => {},
  reason: () => 'busy',
}

/**
 * For an engine that must unload a model to load another. Requests of loaded models go first, all of them. Another
 * model is loaded when no request needs the loaded ones, or when its oldest request waits longer than the bound of
 * its class; never beside running work, and never sooner than `residencyMs` after the last load, so that two models
 * in alternation do not spend all time on loading (docs/design/proxy.md#models, item 10, and 6.6).
 */
export function createResidency(residencyMs: number): Residency {
  let resident = new Set<string>()
  const running = new Map<string, number>()
  let loading: string | null = null
  let loadedAt = Number.NEGATIVE_INFINITY

  const isWarm = ({ model }: Line) => resident.has(model)

  function isOverdue(line: Line, now: number): boolean {
    return now - (line.entries[0]?.enteredAt ?? now) >= CLASSES[line.class].agedMs
  }

  return {
    note({ model, cold }, now) {
      if (loading !== null || running.has(model)) return
      if (cold) resident.delete(model)
      else if (now - loadedAt >= OLD_NEWS_MS) resident.add(model)
    },
    open(lines, now) {
      const warm = lines.filter(isWarm)
      if (warm.length === lines.length) return { lines, askAgainMs: null }
      const cold = lines.filter((line) => !isWarm(line))
      const overdue = cold.filter((line) => isOverdue(line, now))
      const staysMs = resident.size === 0 ? 0 : loadedAt + residencyMs - now
      const maySwap = loading === null && staysMs <= 0
      if (warm.length > 0 && (overdue.length === 0 || !maySwap))
        return { lines: warm, askAgainMs: null }
      if (running.size > 0 || !maySwap) {
        const onlyTime = running.size === 0 && loading === null
        return { lines: [], askAgainMs: onlyTime ? staysMs : null }
      }
      return { lines: overdue.length > 0 ? overdue : cold, askAgainMs: null }
    },
    begin(model) {
      running.set(model, (running.get(model) ?? 0) + 1)
      if (resident.has(model)) return false
      resident = new Set([model])
      loading = model
      return true
    },
    answered(model, now) {
      if (loading !== model) return
      loading = null
      loadedAt = now
    },
    end(model) {
      const left = (running.get(model) ?? 0) - 1
      if (left > 0) running.set(model, left)
      else running.delete(model)
      if (left > 0 || loading !== model) return
      // No request waits for it, and whether it was loaded is unknown.
      loading = null
      resident.delete(model)
      loadedAt = Number.NEGATIVE_INFINITY
    },
    reason(model) {
      if (!resident.has(model)) return 'swap'
      return loading === model ? 'loading' : 'busy'
    },
  }
}
