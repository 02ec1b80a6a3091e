import type { Outcome } from '#core'
import type { ToolResult } from '#tools'
import { outcomeOf } from '../step/outcome.js'
import type { AllowedCall, CallScope } from './scope/allowed_call.js'

/**
 * Starts the clock of a call. The time that a person took to answer is not part of it.
 * @returns a function that turns the tool's result into the outcome of the call
 */
export function startOutcome(
  { call, gate }: AllowedCall,
  { deps: { clock }, resultTokens }: CallScope,
): (result: ToolResult) => Outcome {
  const startedMs = clock.monotonic()
  return (result) => {
    const tookMs = clock.monotonic() - startedMs
    return { ...outcomeOf(call, result, resultTokens), gate, tookMs }
  }
}
