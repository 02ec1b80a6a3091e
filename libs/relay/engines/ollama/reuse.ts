/** Prompts below this say little about how fast the engine reads. */
const LEAST_TOKENS = 128
/** What is less than this of a prompt is noise, not reuse. */
const LEAST_SHARE = 0.1
/** A slow reading is forgotten by so much with each request: it may have been the neighbour's doing. */
const FADE = 0.99

/** Tells from the time a prompt took how much of it the engine had kept. */
export interface ReuseMeter {
  /**
   * @param promptTokens  of the whole prompt: Ollama counts kept ones as well
   * @param promptMs      time for those that were read
   * @returns estimate of the kept tokens; null before a speed is known
   */
  measure(model: string, promptTokens: number, promptMs: number): number | null
  /** The model was loaded anew: what is read first is read whole. */
  forget(model: string): void
}

/**
 * The slowest reading seen is taken for one without reuse: a prompt with reuse looks faster, never slower.
 * Measured on Ollama: 21.4 s, then 3.2 s, for the same 1,554 tokens (docs/design/engines.md#ollama-route).
 */
export function createReuseMeter(): ReuseMeter {
  const msPerToken = new Map<string, number>()
  return {
    measure(model, promptTokens, promptMs) {
      if (promptTokens <= 0) return null
      const seen = promptMs / promptTokens
      const known = msPerToken.get(model)
      if (promptTokens >= LEAST_TOKENS)
        msPerToken.set(model, Math.max(seen, (known ?? seen) * FADE))
      if (known === undefined) return null
      const kept = Math.round(promptTokens - promptMs / Math.max(known, seen))
      return kept < promptTokens * LEAST_SHARE ? 0 : kept
    },
    forget: (model) => void msPerToken.delete(model),
  }
}
