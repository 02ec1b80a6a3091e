import type { ChatRequest } from '#core'
import { renderPrompt } from './render.js'
import { commonTokens, countTokens } from './tokens.js'

/** What one request cost. */
export interface Cost {
  promptTokens: number
  /** Prompt less what it shares with the prompt before it in this slot. */
  prefillTokens: number
  /** The prompt does not begin with the whole prompt before it. */
  rebuilt: boolean
}

/** One slot of an engine: it keeps the previous prompt, and reads again what differs from it. */
export function openSlot(): { admit(request: ChatRequest): Cost } {
  let before: string[] = []
  return {
    admit(request) {
      const parts = renderPrompt(request)
      const promptTokens = parts.reduce((sum, part) => sum + countTokens(part), 0)
      let at = 0
      let reused = 0
      while (at < parts.length && at < before.length && parts[at] === before[at])
        reused += countTokens(parts[at++] ?? '')
      const rebuilt = before.length > 0 && at < before.length
      if (rebuilt) reused += commonTokens(parts[at] ?? '', before[at] ?? '')
      before = parts
      return { promptTokens, prefillTokens: promptTokens - reused, rebuilt }
    },
  }
}
