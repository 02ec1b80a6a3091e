import { COMMAND_LIMITS } from './limits/commands.js'
import { ENDPOINT_LIMITS } from './limits/endpoint.js'
import { KNOWN_LIMITS } from './limits/known.js'
import { LEDGER_LIMITS } from './limits/ledger.js'
import { LOOP_LIMITS } from './limits/loop.js'
import { MAP_LIMITS } from './limits/map.js'
import { PROMPT_LIMITS } from './limits/prompt.js'
import { SIDE_LIMITS } from './limits/side.js'
import { SNAPSHOT_LIMITS } from './limits/snapshots.js'
import { TOOL_LIMITS } from './limits/tools.js'
import { TRUST_LIMITS } from './limits/trust.js'
import { WEB_LIMITS } from './limits/web.js'

/**
 * Every limit and default number of the product; `limits/` has each with its reason.
 * The name gives the unit: bytes, tokens or characters; times are in milliseconds.
 */
export const LIMITS = {
  ...COMMAND_LIMITS,
  ...ENDPOINT_LIMITS,
  ...KNOWN_LIMITS,
  ...LEDGER_LIMITS,
  ...LOOP_LIMITS,
  ...MAP_LIMITS,
  ...PROMPT_LIMITS,
  ...SIDE_LIMITS,
  ...SNAPSHOT_LIMITS,
  ...TOOL_LIMITS,
  ...TRUST_LIMITS,
  ...WEB_LIMITS,
} as const

/** The tokens of the first row that a window fits in. */
export function tokensIn(
  rows: readonly { upTo: number; tokens: number }[],
  windowTokens: number,
): number {
  return rows.find(({ upTo }) => windowTokens <= upTo)?.tokens ?? 0
}

/** Output tokens to keep free in a window of this size. */
export function reserveFor(windowTokens: number): number {
  return LIMITS.reserveTokens.find((row) => windowTokens <= row.upTo)?.tokens ?? 2_048
}

/** Tokens of the largest tool result in a window of this size. */
export function resultTokensFor(windowTokens: number): number {
  const row = LIMITS.resultTokens.find(({ upTo }) => windowTokens <= upTo)
  return Math.min(row?.tokens ?? 4_000, Math.floor(windowTokens * LIMITS.resultShare))
}

/** Corrections in a row after replies without a call, in a step of a task; then a text ends it. */
export function nudgesFor(step: number): number {
  return step > LIMITS.nudgesLateSteps ? LIMITS.nudgesLate : LIMITS.nudgesInARow
}
