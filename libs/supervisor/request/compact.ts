import { budgetFor } from '#context'
import type { View } from '#ledger'
import { windowOf } from '../window/window.js'
import { compactReason, isCompact } from './input/compact_reason.js'
import { draftedContent, draftRebuild, type PromptDeps } from './next_request.js'
import { makeRequest, offeredTools } from './request.js'

/** Share of the usable window, and of the present prompt, that the new one may take: who asks for it wants room. */
const MOST_SHARE = 0.35
const OF_PRESENT = 0.6

/** What a rebuild that the user asked for changed. */
export interface Compacted {
  /** Estimated tokens of the whole prompt, before and after. */
  beforeTokens: number
  afterTokens: number
  /** Steps that the new prompt still has word for word. */
  steps: number
  /** false: the new prompt would not be smaller, so the present one stays. */
  isWritten: boolean
}

/**
 * Writes the prompt of a session from the ledger now; the next request sends it. No model is asked, and no row is lost.
 * With words of the user it is written in any case: they stay in this prompt and in all later ones.
 * @param focus  what must stay; may be empty
 * @returns null when no prompt was sent yet
 */
export function compact(view: View, deps: PromptDeps, focus: string): Compacted | null {
  if (view.generation === null) return null
  const { head } = view.generation
  const tail = view.tail.map(({ message }) => message)
  const tools = offeredTools(view, deps)
  const beforeTokens = makeRequest(view, { head, tail, tools }, deps).estimatedTokens
  const { usableTokens } = budgetFor(windowOf(view, deps))
  const share = Math.min(MOST_SHARE, (beforeTokens / usableTokens) * OF_PRESENT)
  const draft = draftRebuild(view, deps, compactReason(focus), share)
  const kept = view.tail.filter(({ seq }) => seq >= draft.tailFromSeq)
  const content = draftedContent(view, draft, deps)
  const afterTokens = makeRequest(view, content, deps).estimatedTokens
  const isWritten = focus !== '' || (!isFresh(view) && afterTokens < beforeTokens)
  if (isWritten) deps.ledger.newGeneration(view.task.id, draft)
  const steps = new Set(kept.map(({ taskId, step }) => `${taskId} ${step}`)).size
  return { beforeTokens, afterTokens, steps, isWritten }
}

/** The present prompt was compacted, and no step came since. */
function isFresh({ generation, task }: View): boolean {
  return generation !== null && isCompact(generation.reason) && generation.step === task.step
}
