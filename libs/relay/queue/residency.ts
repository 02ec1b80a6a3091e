import { CLASSES } from '../settings/classes.js'
import type { Line } from './line/entry.js'
import type { QueueRequest } from './line/request.js'

/** After a load the engine's word about other models is not believed for so long: it may be older than the load. */
const OLD_NEWS_MS = 5_000

/** What keeps a request waiting. */
export type WaitReason = 'busy' | 'loading' | 'swap'

/** Which models the engine holds, and when it may take another in. Times are monotonic milliseconds. */
export interface Residency {
  /** Believes what the engine says of a model whose request comes in. */
  note(request: QueueRequest, now: number): void
  /**
   * Lines that may have a slot now.
   * @returns  and, where only the residency of the present model stands in the way, when to ask again
   */
  open(lines: readonly Line[], now: number): { lines: readonly Line[]; askAgainMs: number | null }
  /** @returns true: the engine must load the model for it */
  begin(model: string): boolean
  /** The engine has begun to answer. */
  answered(model: string, now: number): void
  end(model: string): void
  reason(model: string): WaitReason
}

/** For an engine that holds all its models at once: nothing stands in anybody's way. */
export const ALL_RESIDENT: Residency = {
  note: () => {},
  open: (lines) => ({ lines, askAgainMs: null }),
  begin: () => false,
  answered: () => {},
  end: () => {},
  reason: () => 'busy',
}

/**
 * For an engine that must put a model out to take another in. Requests of the loaded ones go first, all of
 * them; another is loaded when nobody needs those or its own work is older than the bound of its class, never
 * beside running work and never sooner than `residencyMs` after the last load, so that two models which are
 * asked for in turns do not spend the box on loading (docs/design/proxy.md#models).
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
      // Nobody waits for it any more, and whether it was loaded is not known.
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
