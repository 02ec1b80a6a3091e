import type { Store } from '../database/store.js'
import type { PromptCount } from '../types/prompt.js'

/** Reads how large the prompts of a task's committed steps were, oldest first. */
export function createPromptCounts({ db }: Store): (taskId: string) => PromptCount[] {
  const select = db.prepare<[string], PromptCount>(`
    SELECT step, estimated_tokens AS estimatedTokens, prompt_tokens AS promptTokens,
      reused_prefix_tokens AS reusedPrefixTokens
    FROM episodes WHERE task_id = ? ORDER BY step`)
  return (taskId) => select.all(taskId)
}
