import { LIMITS } from '#core'
import type { Frame } from '../step/frame.js'
import { countedTokens } from './cut_prompt.js'

const NOTICEABLE = 0.02

/**
 * The session's correction factor after the server's token count. It is stored with the step: a step that is asked
 * again after a kill must be asked with the same bytes, and one that is committed must not be forgotten.
 * @returns null: it stays
 */
export function learnedFactor({ view, reply, estimatedTokens }: Frame): number | null {
  // Another model has another tokenizer.
  if (reply.by !== undefined) return null
  const { tokenFactor } = view.session
  const noticed = (factor: number) => (Math.abs(factor - tokenFactor) < NOTICEABLE ? null : factor)
  const promptTokens = countedTokens(view, estimatedTokens, reply.usage)
  if (promptTokens === null) return null
  const observed = promptTokens / (estimatedTokens / tokenFactor)
  // A count far below ours means that the server dropped a part of the prompt, not that we overestimate.
  if (observed < LIMITS.tokenFactorLeast) return null
  // Before the first count nothing was compared: tools in a template with spaces in its JSON take 1.45 times what they
  // take without, and half of the way would show a window that is emptier than it is for the first steps. A lower count may
  // be that of a prompt whose beginning the server dropped, which only a second one shows.
  const isHigher = observed > tokenFactor && observed <= LIMITS.tokenFactorMost
  if (view.lastPrompt === null && isHigher) return noticed(observed)
  // Half of the way: a wrong factor, also one that an overflow raised, is gone after a few answers.
  return noticed((tokenFactor + Math.min(LIMITS.tokenFactorMost, observed)) / 2)
}
