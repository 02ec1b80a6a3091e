import { plausibleCount, type Reply } from '#core'

/** What is known of a request whose counts a server claims. */
export interface Sent {
  estimatedTokens: number
  windowTokens: number
}

/** No tokenizer in use is further from our estimate (LIMITS.tokenFactorMost), also when the learned factor is wrong. */
const MOST_TIMES = 4
/** What templates add to a short prompt. */
const MORE_TOKENS = 4_096
/** Some models write more than the window that we know of. */
const MOST_WRITTEN = 131_072

/**
 * Checks the token counts of a server against what was sent. A count that cannot be is dropped, so that it changes
 * neither the window nor the learned ratio nor a sum.
 */
export function checkClaims(reply: Reply, { estimatedTokens, windowTokens }: Sent): Reply {
  if (reply.usage === null) return reply
  const { promptTokens, completionTokens, reusedPrefixTokens } = reply.usage
  const most = estimatedTokens * MOST_TIMES + MORE_TOKENS
  const usage = {
    promptTokens: plausibleCount(promptTokens, most),
    completionTokens: plausibleCount(completionTokens, Math.max(windowTokens, MOST_WRITTEN)),
    reusedPrefixTokens: plausibleCount(reusedPrefixTokens, most),
  }
  return { ...reply, usage }
}
