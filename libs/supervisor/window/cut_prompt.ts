import { estimateMessages } from '#context'
import { figure, LIMITS, type Usage } from '#core'
import type { View } from '#ledger'
import { SMALLEST_WINDOW } from './window.js'

/** A prompt that the server read only in part; tokens. */
export interface Cut {
  sentTokens: number
  readTokens: number
  /** null: the endpoint reports no window. */
  servedTokens: number | null
}

/** Below this share of the estimate a count may be of the new part only. */
const CUT_SHARE = 0.8
/** Appended tokens that must show in the next count, and the share of them that any tokenizer needs (LIMITS.tokenFactorLeast, with a margin). */
const GROWTH_TOKENS = 128
const GROWTH_SHARE = 0.4

/**
 * The whole prompt as the server counted it. Some servers leave out cached tokens and report them
 * separately. Some count only the new part, which shows when the appended part explains the count.
 * A cut as large as the new part is taken for it, and detected a step later.
 * @returns tokens; null: not counted, or only the new part
 */
export function countedTokens(view: View, sentTokens: number, usage: Usage | null): number | null {
  const read = usage?.promptTokens ?? 0
  if (usage === null || read <= 0) return null
  // With the ratio of this prompt: that of the last one may have been another.
  const appended = appendedTokens(view) * view.session.tokenFactor
  const fits = read >= appended * 0.85 && read <= appended * 1.2 + 64
  const isNewPart = fits && !isRebuilt(view) && !hasGrown(view, read)
  if (isNewPart && read < sentTokens * CUT_SHARE)
    return usage.reusedPrefixTokens > 0 ? read + usage.reusedPrefixTokens : null
  return read < sentTokens * CUT_SHARE ? read + usage.reusedPrefixTokens : read
}

/**
 * Compares the counts of two different prompts, the second of which begins with the first: a count that does not
 * grow with what was appended proves that a part was dropped. The estimate alone proves nothing, because a model's
 * tokenizer may need far fewer tokens than it says.
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
  const readTokens = countedTokens(view, sentTokens, usage)
  if (readTokens === null || sentTokens <= SMALLEST_WINDOW) return null
  if (rebuilt || view.lastPrompt === null) return null
  const { estimatedTokens, promptTokens } = view.lastPrompt
  // No tokenizer needs so many tokens: that count was wrong, and nothing can be compared with it.
  if (promptTokens > estimatedTokens * LIMITS.tokenFactorMost) return null
  const appended = appendedTokens(view)
  const grown = readTokens - promptTokens
  const isCut = appended >= GROWTH_TOKENS && grown < appended * GROWTH_SHARE
  return isCut ? { sentTokens, readTokens, servedTokens } : null
}

/**
 * What the prompt has beyond the last counted one, in tokens without the learned ratio. Two estimates are not
 * subtracted: the ratio may have changed between them. Of pictures, only the newest is sent, so none is counted.
 */
function appendedTokens({ tail, task, lastPrompt }: View): number {
  if (lastPrompt === null) return 0
  const isNew = (entry: View['tail'][number]) =>
    entry.taskId === task.id && entry.step >= lastPrompt.step
  return estimateMessages(
    tail.filter(isNew).map(({ message: { picture: _, ...message } }) => message),
  )
}

/** The count has grown by what any tokenizer needs for the appended part, so it is of the whole prompt. */
function hasGrown(view: View, read: number): boolean {
  const { lastPrompt } = view
  const least = appendedTokens(view) * LIMITS.tokenFactorLeast
  return lastPrompt !== null && read >= lastPrompt.promptTokens + least
}

/** The prompt does not begin with the last counted one. */
function isRebuilt({ generation, lastPrompt }: View): boolean {
  return lastPrompt === null || (generation?.step ?? 0) >= lastPrompt.step
}

/** What happened, with the numbers, and how to fix it. */
export function describeCut({ sentTokens, readTokens, servedTokens }: Cut): string {
  const served = servedTokens === null ? '' : ` Its window is ${figure(servedTokens)}.`
  const window = Math.max(SMALLEST_WINDOW, servedTokens ?? readTokens)
  return `the model did not get the whole prompt: about ${figure(sentTokens)} tokens were sent, ${figure(readTokens)} were read.${served} The reply was not used. Give the model a larger window (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH), or limit the prompt to this window with AIRCODER_WINDOW=${window}`
}
