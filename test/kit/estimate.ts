import { assembleRequest, budgetFor } from '#context'
import type { ChatRequest } from '#core'

/** Tokens of a request by the product's own estimate, uncorrected. */
export function estimateRaw(request: ChatRequest): number {
  const { estimatedTokens } = assembleRequest({
    model: request.model,
    head: request.messages,
    tail: [],
    tools: request.tools,
    budget: budgetFor(32_768),
    factor: 1,
  })
  return estimatedTokens
}
