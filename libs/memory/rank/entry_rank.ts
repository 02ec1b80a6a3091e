import type { EntryType } from '../types/entry.js'

const MATCHES_WEIGHT = 0.6
const AGE_WEIGHT = 0.3
const USES_WEIGHT = 0.1
/** More uses add nothing. */
const MOST_USES = 10

/**
 * Rank of a typed entry: `0.6·matches + 0.3/(1 + days) + 0.1·min(uses/10, 1)`.
 * @param matches  share of the words of the query that it has, 0-1
 */
export function rankEntry({
  matches,
  days,
  uses,
}: {
  matches: number
  days: number
  uses: number
}): number {
  return (
    MATCHES_WEIGHT * matches +
    AGE_WEIGHT / (1 + Math.max(0, days)) +
    USES_WEIGHT * Math.min(uses / MOST_USES, 1)
  )
}

/** Kind of a task -> tokens for typed entries, and the types that help there. */
const TASKS: Record<string, { tokens: number; types: readonly EntryType[] }> = {
  backend: { tokens: 1_000, types: ['decision', 'convention', 'gotcha', 'workflow', 'context'] },
  coding: { tokens: 800, types: ['decision', 'convention', 'gotcha', 'workflow'] },
  editing: { tokens: 800, types: ['decision', 'convention', 'gotcha', 'workflow'] },
  debugging: { tokens: 1_000, types: ['gotcha', 'decision', 'workflow', 'context'] },
  shell: { tokens: 600, types: ['workflow', 'gotcha', 'convention'] },
  explanation: { tokens: 500, types: ['context', 'decision', 'convention'] },
}
const ALL: readonly EntryType[] = ['decision', 'workflow', 'gotcha', 'convention', 'context']
const OTHER = { tokens: 800, types: ALL }

/** The budget of a kind of task in tokens, and its entry types. An unknown kind gets 800 tokens and every type. */
export function entryBudget(task: string | undefined): {
  tokens: number
  types: readonly EntryType[]
} {
  return TASKS[task ?? ''] ?? OTHER
}
