import { budgetFor } from '#context'
import { LIMITS, resultTokensFor } from '#core'
import type { Deps } from '../../deps/deps.js'
import { leastResult, roomInGap } from '../../request/gap.js'
import type { Frame } from '../../step/frame.js'
import { windowOf } from '../../window/window.js'

/** A smaller result says too little to act on. */
const LEAST_TOKENS = 200
/** The same for one of several results in a window of which the smallest result is less. */
const LEAST_OF_SEVERAL = 70
/** The same for a read, as a share of the usable window: below this a rebuild is near, whatever is read. */
const LEAST_READ_SHARE = 0.05
/** A file, or the aimed part of one, takes this part of the room that is left until the next rebuild, so that several reads fit. */
const FILES_IN_ROOM = 3
const PARTS_IN_ROOM = 4
/** A file of some hundred lines is shown whole in a small window, although it takes more than its share. */
const LEAST_WHOLE = 1_200

/** The part around one value, for files that are read one after the other for it: tokens, and share of the usable window. */
const VALUE = { least: 160, most: 400, share: 0.05 }

export interface ResultCaps {
  /** Maximum size of one result; tokens. */
  resultTokens: number
  /** The same for a read without a range: largest file that is shown whole, the aimed part of a longer one, and that around a value. */
  readTokens: { whole: number; part: number; value: number }
}

/** The caps of the results of one reply, by the window. Several results share two fifths of it, and soon after a rebuild what the gap leaves (docs/design/prompt.md#budgets). */
export function resultCaps(
  frame: Pick<Frame, 'view' | 'reply' | 'number' | 'estimatedTokens'>,
  deps: Pick<Deps, 'endpoint' | 'ledger' | 'assembleMode'>,
): ResultCaps {
  const { view, reply, estimatedTokens } = frame
  const window = windowOf(view, deps)
  const factor = view.session.tokenFactor
  const all = Math.min(window * LIMITS.resultShare * 2, roomInGap(frame, deps))
  const calls = Math.max(1, reply.calls.length)
  const small = leastResult(window)
  // The smallest windows have no room for two results of that size in each step.
  const least = small < LEAST_TOKENS ? Math.max(LEAST_OF_SEVERAL, small / calls) : LEAST_TOKENS
  const one = Math.min(resultTokensFor(window), all / calls)
  const resultTokens = Math.max(Math.floor(least), Math.floor(one / factor))
  const { usableTokens } = budgetFor(window)
  const room = usableTokens * LIMITS.rebuildAtShare - estimatedTokens
  const leastRead = Math.max(least, usableTokens * LEAST_READ_SHARE)
  const cap = (tokens: number) =>
    Math.min(resultTokens, Math.floor(Math.max(leastRead, tokens) / factor))
  const part = Math.min(usableTokens * LIMITS.readShare, room / PARTS_IN_ROOM)
  const whole = Math.max(usableTokens * LIMITS.readShare, LEAST_WHOLE)
  const value = Math.min(VALUE.most, Math.max(VALUE.least, usableTokens * VALUE.share))
  const readTokens = {
    whole: cap(Math.min(whole, room / FILES_IN_ROOM)),
    part: cap(part),
    value: Math.min(resultTokens, Math.floor(value / factor)),
  }
  return { resultTokens, readTokens }
}
