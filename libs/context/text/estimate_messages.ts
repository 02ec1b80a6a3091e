import { estimateTokens, LIMITS, type Message } from '#core'

const MESSAGE_OVERHEAD = 4

/** Estimated tokens of messages, plus four for the template tokens of each. */
export function estimateMessages(messages: readonly Message[]): number {
  let tokens = 0
  for (const message of messages) {
    tokens += MESSAGE_OVERHEAD + estimateTokens(message.content)
    if (message.picture !== undefined) tokens += LIMITS.pictureTokens
    if (message.tool_calls !== undefined)
      tokens += estimateTokens(JSON.stringify(message.tool_calls))
  }
  return tokens
}
