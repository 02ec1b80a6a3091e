import type { Clock } from '#core'
import { asRefusal } from '../refusals/refusal.js'
import type { Directory } from '../upstream/directory.js'
import type { Engine, ModelEntry } from '../upstream/engine.js'

/** How long a probe is reused, and how long it waits for an answer. */
const FRESH_MS = 5_000
const PATIENCE_MS = 2_000

/** The engine at the last probe. */
export interface EngineState {
  name: string
  up: boolean
  /** Why it is not up; null when it is. */
  reason: string | null
  /** Milliseconds since 1970. */
  lookedAt: number
  /** The models that may be used here; empty when it is not up. */
  models: ModelEntry[]
}

/**
 * Probes whether the engine answers, at most once in five seconds for all callers.
 * @returns  a function that returns the last probe; it never throws
 */
export function createEngineProbe(
  directory: Directory,
  { name }: Engine,
  clock: Clock,
): () => Promise<EngineState> {
  let last: { at: number; state: Promise<EngineState> } | null = null

  async function probe(): Promise<EngineState> {
    const enough = new AbortController()
    const late = clock.sleep(PATIENCE_MS, enough.signal).then(() => null)
    const seen = { name, lookedAt: clock.now() }
    try {
      const models = await Promise.race([directory.list(), late])
      if (models !== null) return { ...seen, up: true, reason: null, models }
      const reason = `It does not answer within ${PATIENCE_MS / 1_000} s.`
      return { ...seen, up: false, reason, models: [] }
    } catch (error) {
      return { ...seen, up: false, reason: asRefusal(error).message, models: [] }
    } finally {
      enough.abort()
    }
  }

  return () => {
    if (last !== null && clock.monotonic() - last.at < FRESH_MS) return last.state
    last = { at: clock.monotonic(), state: probe() }
    return last.state
  }
}
