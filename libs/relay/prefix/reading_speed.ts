import { average } from '../queue/fair_share/charges.js'

/** With fewer tokens, the time of reading is too short to be measured. */
const LEAST_TOKENS = 256
const MAX_MODELS = 100

/** How fast the engine reads prompts, by model: measured from its own counts and the time to its first token. */
export interface ReadingSpeed {
  /** @param tokens  that were read, without reused ones */
  learn(model: string, tokens: number, ms: number): void
  /** Seconds for reading this many tokens; null before the first measurement. */
  seconds(model: string, tokens: number): number | null
}

export function createReadingSpeed(): ReadingSpeed {
  const perMs = new Map<string, number>()
  return {
    learn(model, tokens, ms) {
      if (tokens < LEAST_TOKENS || ms <= 0) return
      if (perMs.size >= MAX_MODELS && !perMs.has(model)) return
      perMs.set(model, average(perMs.get(model), tokens / ms))
    },
    seconds(model, tokens) {
      const speed = perMs.get(model)
      return speed === undefined ? null : tokens / speed / 1_000
    },
  }
}
