import { LIMITS } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { countedTokens } from './cut_prompt.js'

const NOTICEABLE = 0.02

/**
 * Updates the session's correction factor from the server's token count. Only after the commit: a step
 * that is asked again after a kill must be asked with the same bytes.
 */
export function learnFactor(
  { view, reply, estimatedTokens }: Frame,
  { ledger }: Pick<Deps, 'ledger'>,
): void {
  // Another model has another tokenizer.
  if (reply.by !== undefined) return
  const { id, tokenFactor } = view.session
  const promptTokens = countedTokens(view, estimatedTokens, reply.usage)
  if (promptTokens === null) return
  const observed = promptTokens / (estimatedTokens / tokenFactor)
  // A count far below ours means that the server dropped a part of the prompt, not that we overestimate.
  if (observed < LIMITS.tokenFactorLeast) return
  // Half of the way: a wrong factor, also one that an overflow raised, is gone after a few answers.
  const factor = (tokenFactor + Math.min(LIMITS.tokenFactorMost, observed)) / 2
  if (Math.abs(factor - tokenFactor) < NOTICEABLE) return
  ledger.updateSession(id, { tokenFactor: factor })
}
