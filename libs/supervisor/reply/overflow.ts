import type { Reply } from '#core'

/** Servers stop a few tokens before the window is full. */
const SLACK = 16
/** A prompt below this share of the window was not too long: the answer was. */
const LARGE_PROMPT = 0.5

/**
 * A reply cut where prompt and output fill the served window was not cut by our limit: the prompt had
 * left no room. That is an overflow, mended by a smaller prompt; to go on writing would only repeat it.
 * @returns the reply as it is, or with the problem `context_overflow` and nothing to run
 */
export function asOverflow(reply: Reply, windowTokens: number): Reply {
  const { finishReason, usage } = reply
  if (finishReason !== 'length' || usage === null) return reply
  const { promptTokens, completionTokens } = usage
  const isFull = promptTokens + completionTokens >= windowTokens - SLACK
  if (!isFull || promptTokens < windowTokens * LARGE_PROMPT) return reply
  const message = `the reply was cut after ${completionTokens} tokens because the window of ${windowTokens} was full: ${promptTokens} were the prompt's`
  return { ...reply, calls: [], problem: { code: 'context_overflow', message, windowTokens } }
}
