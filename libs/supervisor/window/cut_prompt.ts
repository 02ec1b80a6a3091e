import type { Usage } from '#core'
import type { View } from '#ledger'
import { SMALLEST_WINDOW } from './window.js'

/** A prompt that the server read only in part; tokens. */
export interface Cut {
  sentTokens: number
  readTokens: number
  /** null: the endpoint reports no window. */
  servedTokens: number | null
}

/** Share of our estimate below which a count means a cut (docs/design/prompt.md#window-check). */
const CUT_SHARE = 0.8
/** The same before the first count has corrected the estimate, which may be a third too high. */
const CUT_SHARE_AT_FIRST = 0.6
/** A prompt larger than the served window was cut unless at least this share was read. */
const BEYOND_SHARE = 0.95
/** Appended tokens that must show in the next count, and the share of them that is enough. */
const GROWTH_TOKENS = 128
const GROWTH_SHARE = 0.1

/**
 * The whole prompt as the server counted it. Some servers leave out cached tokens and report them
 * separately. Some count only the new part, which shows when the appended part explains the count.
 * A cut as large as the new part is taken for it, and detected a step later.
 * @returns tokens; null: not counted, or only the new part
 */
export function countedTokens(view: View, sentTokens: number, usage: Usage | null): number | null {
  const read = usage?.promptTokens ?? 0
  if (usage === null || read <= 0) return null
  const appended = sentTokens - (view.lastPrompt?.estimatedTokens ?? sentTokens)
  const isNewPart = read >= appended * 0.85 && read <= appended * 1.2 + 64
  if (isNewPart && read < sentTokens * CUT_SHARE)
    return usage.reusedPrefixTokens > 0 ? read + usage.reusedPrefixTokens : null
  return read < sentTokens * CUT_SHARE ? read + usage.reusedPrefixTokens : read
}

/**
 * Compares estimate, count and served window: three signs of a cut prompt, each with a margin for an
 * estimate that is wrong.
 * @returns the numbers of a cut prompt; null: not cut, or unknown
 */
export function detectCut(
  {
    view,
    estimatedTokens: sentTokens,
    rebuilt,
  }: { view: View; estimatedTokens: number; rebuilt: boolean },
  usage: Usage | null,
  servedTokens: number | null,
): Cut | null {
  const whole = countedTokens(view, sentTokens, usage)
  const readTokens = whole ?? usage?.promptTokens ?? 0
  if (readTokens <= 0) return null
  const cut = { sentTokens, readTokens, servedTokens }
  const isBeyond = servedTokens !== null && sentTokens > servedTokens
  if (isBeyond && readTokens < sentTokens * BEYOND_SHARE) return cut
  if (whole === null || sentTokens <= SMALLEST_WINDOW) return null

  const learned = view.session.tokenFactor !== 1 || view.lastPrompt !== null
  if (whole < sentTokens * (learned ? CUT_SHARE : CUT_SHARE_AT_FIRST)) return cut
  if (rebuilt || view.lastPrompt === null || whole >= sentTokens) return null
  const appended = sentTokens - view.lastPrompt.estimatedTokens
  const grown = whole - view.lastPrompt.promptTokens
  return appended >= GROWTH_TOKENS && grown < appended * GROWTH_SHARE ? cut : null
}

/** What happened, with the numbers, and how to fix it. */
export function describeCut({ sentTokens, readTokens, servedTokens }: Cut): string {
  const served = servedTokens === null ? '' : ` Its window is ${count(servedTokens)}.`
  const window = Math.max(SMALLEST_WINDOW, servedTokens ?? readTokens)
  return `the model did not get the whole prompt: about ${count(sentTokens)} tokens were sent, ${count(readTokens)} were read.${served} The reply was not used. Give the model a larger window (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH), or limit the prompt to this window with AIRCODER_WINDOW=${window}`
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US')
}
