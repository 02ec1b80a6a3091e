import { average } from '../queue/fair_share/charges.js'

/** Fewer tokens than this are over before their time can be told from the rest of the work. */
const LEAST_TOKENS = 256
const MAX_MODELS = 100

/** How fast the engine reads prompts, by model: measured from its own counts and the time to its first token. */
export interface ReadingSpeed {
  /** @param tokens  that were read, without those that the engine still had */
  learn(model: string, tokens: number, ms: number): void
  /** Seconds for so many tokens; null while nothing was measured. */
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
