import { type Broken, comparePrompts } from '#context'
import { type ChatRequest, estimateTokens } from '#core'
import { type PromptDeps, requestAt } from './next_request.js'

/** What one step of a task read again, and why. */
interface PrefixStep {
  step: number
  /** Estimated tokens of its prompt. */
  promptTokens: number
  /** Estimated tokens that no earlier prompt and no reply had: what an engine with one slot reads. */
  newTokens: number
  /** Tokens that the engine reports as reused; 0 where it reports nothing. */
  engineReusedTokens: number
  /** Where the prompt does not continue the one before; null: it does. */
  broken: Broken | null
}

export interface PrefixReport {
  steps: PrefixStep[]
  /** Share of all prompt tokens that earlier prompts had, 0..1. */
  reuse: number
  /** The same by the counts of the engine; null: it reports none. */
  engineReuse: number | null
}

/** More steps are not compared. */
const MOST_STEPS = 2_000

/**
 * Compares the prompts of the newest task of a session, step by step, from their stored bytes.
 * @throws AircoderError NO_SUCH_ROW when the session has no task
 */
export function reportPrefix(
  sessionId: string,
  deps: Pick<PromptDeps, 'ledger' | 'registry' | 'endpoint' | 'sampling' | 'workspace' | 'parts'>,
): PrefixReport {
  const { taskId } = deps.ledger.promptAt(sessionId)
  const counts = deps.ledger.promptCounts(taskId).slice(0, MOST_STEPS)
  let before: ChatRequest | null = null
  const steps = counts.map(({ step, reusedPrefixTokens }): PrefixStep => {
    const request = requestAt(sessionId, step, deps)
    const broken = before === null ? null : comparePrompts(before, request, deps.parts.sections)
    const promptTokens = tokensOf(request)
    const known = before === null ? 0 : tokensOf(before)
    before = request
    const newTokens = broken?.readTokens ?? Math.max(0, promptTokens - known)
    return { step, promptTokens, newTokens, engineReusedTokens: reusedPrefixTokens, broken }
  })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const all = sum(steps.map(({ promptTokens }) => promptTokens))
  const read = sum(steps.map(({ newTokens }) => newTokens))
  const counted = sum(counts.map(({ promptTokens }) => promptTokens))
  const reused = sum(counts.map(({ reusedPrefixTokens }) => reusedPrefixTokens))
  return {
    steps,
    reuse: share(all - read, all),
    engineReuse: reused === 0 ? null : share(reused, Math.max(counted, reused)),
  }
}

function tokensOf({ messages, tools }: ChatRequest): number {
  return estimateTokens(JSON.stringify(tools)) + estimateTokens(JSON.stringify(messages))
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000
}
