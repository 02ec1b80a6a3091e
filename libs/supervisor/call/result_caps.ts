import { budgetFor } from '#context'
import { LIMITS, resultTokensFor } from '#core'
import type { Deps } from '../deps/deps.js'
import { roomInGap } from '../prompt/gap.js'
import type { Frame } from '../step/frame.js'
import { windowOf } from '../window/window.js'

/** A smaller result says too little to act on. */
const LEAST_TOKENS = 200
/** The same for the aimed part of a file: an outline of some lines, and ten lines of text. */
const LEAST_READ = 160

export interface ResultCaps {
  /** Maximum size of one result; tokens. */
  resultTokens: number
  /** The same for a long file that is read without a range. */
  readTokens: number
}

/** The caps of the results of one reply, by the window. Several results share two fifths of it, and soon after a rebuild what the gap leaves (docs/design/prompt.md#budgets). */
export function resultCaps(
  frame: Pick<Frame, 'view' | 'reply' | 'number' | 'estimatedTokens'>,
  deps: Pick<Deps, 'endpoint' | 'ledger' | 'assembleMode'>,
): ResultCaps {
  const { view, reply } = frame
  const window = windowOf(view, deps)
  const factor = view.session.tokenFactor
  const all = Math.min(window * LIMITS.resultShare * 2, roomInGap(frame, deps))
  const shared = all / Math.max(1, reply.calls.length)
  const one = Math.min(resultTokensFor(window), shared)
  const resultTokens = Math.max(LEAST_TOKENS, Math.floor(one / factor))
  const read = Math.floor((budgetFor(window).usableTokens * LIMITS.readShare) / factor)
  return { resultTokens, readTokens: Math.min(resultTokens, Math.max(LEAST_READ, read)) }
}
