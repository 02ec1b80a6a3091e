import type { Outcome } from '#core'
import { hashOf } from '#ledger'
import type { Frame } from '../step/frame.js'

/** Digests of this step's calls, in the form that the ledger stores. */
export function digestCalls(frame: Frame, outcomes: readonly Outcome[]) {
  return outcomes.map((outcome) => ({
    step: frame.number,
    tool: outcome.tool,
    argsHash: hashOf(frame.reply.calls.find(({ id }) => id === outcome.callId)?.arguments ?? null),
    outcomeHash: hashOf({ ok: outcome.ok, text: outcome.text }),
  }))
}
