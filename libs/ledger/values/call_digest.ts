import { type CallPlace, collapseSpace, type Outcome, steadyText, type ToolCall } from '#core'
import { describeFailure, describePlace } from './describe_failure.js'
import { hashOf } from './hash.js'

/** A call and its result as hashes, so that equal ones are found without their text. */
export interface CallDigest {
  argsHash: string
  /** Equal for calls that differ only in white space. */
  callKey: string
  /** Equal for results that differ only in times and durations. */
  outcomeHash: string
  /** Equal for failures of the same kind at the same place; null: it worked, or was not run. */
  failureKey: string | null
  /** Equal for calls that act at the same place; null: it is not known, or they name none. */
  placeKey: string | null
  mark: CallMark | null
}

/** See Outcome's `mark`. */
export type CallMark = NonNullable<Outcome['mark']>

/** What is stored of a call to compare it with later ones. */
export function digestCall(
  call: Pick<ToolCall, 'arguments'> | undefined,
  { tool, ok, text, mark, place }: Pick<Outcome, 'tool' | 'ok' | 'text' | 'mark' | 'place'>,
): CallDigest {
  return {
    argsHash: hashOf(call?.arguments ?? null),
    callKey: callKey(call?.arguments ?? null),
    outcomeHash: hashOf({ ok, text: steadyText(text) }),
    failureKey: ok || mark === 'withheld' ? null : hashOf(describeFailure(tool, place, text)),
    placeKey: placeKey(tool, place),
    mark: mark ?? null,
  }
}

/** The hash of a call's arguments without differences in white space. @returns sha256 hex */
export function callKey(given: unknown): string {
  return hashOf(collapseSpace(given))
}

/** The hash of the place where a call acts; null: it is not known, or the call names none. @returns sha256 hex */
export function placeKey(tool: string, place: CallPlace | undefined): string | null {
  const names = place !== undefined && (place.command !== undefined || place.names.length > 0)
  return names ? hashOf(describePlace(tool, place)) : null
}
