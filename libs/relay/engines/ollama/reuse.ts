/** Shorter prompts do not show how fast the engine reads. */
const LEAST_TOKENS = 128
/** A smaller share of a prompt is noise, not reuse. */
const LEAST_SHARE = 0.1
/** Decay of the slowest speed with each request: another request may have caused it. */
const FADE = 0.99

/** Estimates the cached tokens of a prompt from the time that it took. */
export interface ReuseMeter {
  /**
   * @param promptTokens  of the whole prompt: Ollama counts cached ones as well
   * @param promptMs      time for the ones that were read
   * @returns             estimate of the cached tokens; null before a speed is known
   */
  measure(model: string, promptTokens: number, promptMs: number): number | null
  /** Call it when the model was reloaded: its first prompt is read completely. */
  forget(model: string): void
}

/**
 * The slowest speed so far counts as one without reuse: a prompt with reuse appears faster, never slower. Measured on
 * Ollama: 21.4 s, then 3.2 s, for the same 1,554 tokens (docs/design/engines.md#ollama-route).
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
