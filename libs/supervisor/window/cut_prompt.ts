import type { Usage } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** A prompt that the server read only in part; tokens. */
export interface Cut {
  sentTokens: number
  readTokens: number
  /** null: the endpoint tells no window. */
  servedTokens: number | null
}

/** No engine serves less, so a count below it says nothing of a cut. */
const SMALLEST_WINDOW = 2_048
/** Share of our estimate below which a count is a cut (docs/design/prompt.md#window-check). */
const CUT_SHARE = 0.8
/** ... and before the model's first count has corrected the estimate, which may be a third too high. */
const CUT_SHARE_AT_FIRST = 0.6
/** A prompt beyond the served window is a cut one unless all but this share was read. */
const BEYOND_SHARE = 0.95
/** Appended tokens that must show in the next count, and the share of them that is enough. */
const GROWTH_TOKENS = 128
const GROWTH_SHARE = 0.1

/**
 * The whole prompt as the server counted it. Some leave out what their cache had and tell it beside the
 * count; some only count what was new, which is told by a count that the appended part explains.
 * A cut that happens to be as large as the new part is taken for it, and found a step later.
 * @returns tokens; null: not counted, or the new part alone
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
 * Holds estimate, count and served window against each other: three signs of a cut prompt, each with
 * room for an estimate that is off.
 * @returns the numbers of a cut prompt; null: none, or none that can be told
 */
export function judgeWindow(
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

/** What happened, with the numbers, and what mends it. */
export function tellCut({ sentTokens, readTokens, servedTokens }: Cut): string {
  const served = servedTokens === null ? '' : `; its window is ${count(servedTokens)}`
  const window = Math.max(SMALLEST_WINDOW, servedTokens ?? readTokens)
  return `the model did not get the whole prompt: about ${count(sentTokens)} tokens were sent, ${count(readTokens)} were read${served}. Nothing of its reply was used. Give the model a larger window (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH), or keep within this one with AIRCODER_WINDOW=${window}`
}

/** Takes the window that is served now into the session. Only behind the commit, as the factor is. */
export function adoptWindow(view: View, deps: Deps, servedTokens: number | null): void {
  if (servedTokens === null || servedTokens === view.session.windowTokens) return
  deps.ledger.updateSession(view.session.id, { windowTokens: servedTokens })
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US')
}
