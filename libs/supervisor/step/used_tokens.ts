import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** Tokens that the model read, without those that its cache reused, and wrote for a task, by its committed steps. */
export function usedTokens({ task }: Pick<View, 'task'>, { ledger }: Pick<Deps, 'ledger'>): number {
  const { promptTokens, completionTokens, reusedPrefixTokens } = ledger.usage(task.id)
  return promptTokens - reusedPrefixTokens + completionTokens
}
