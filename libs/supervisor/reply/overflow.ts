import { figure, type Reply } from '#core'

/** Servers stop a few tokens before the window is full. */
const SLACK = 16
/** A prompt below this share of the window was not too long: the reply was. */
const LARGE_PROMPT = 0.5

/**
 * A reply that ends where prompt and output fill the served window was not cut by our limit: the prompt
 * left no room. A smaller prompt fixes that; asking for the rest would only repeat it.
 * @returns the reply, or the reply with the problem `context_overflow` and no calls
 */
export function asOverflow(reply: Reply, windowTokens: number): Reply {
  const { finishReason, usage } = reply
  if (finishReason !== 'length' || usage === null) return reply
  const { promptTokens, completionTokens } = usage
  const isFull = promptTokens + completionTokens >= windowTokens - SLACK
  if (!isFull || promptTokens < windowTokens * LARGE_PROMPT) return reply
  const message = `the reply was cut after ${figure(completionTokens)} tokens because the window of ${figure(windowTokens)} tokens was full: the prompt took ${figure(promptTokens)}`
  return { ...reply, calls: [], problem: { code: 'context_overflow', message, windowTokens } }
}
