import type { Store } from '../database/store.js'
import type { PromptCount } from '../types/prompt.js'
import { MODEL_OF_STEP, STEPS_OF_MODELS } from './model_of_step.js'

/** Reads how large the prompts of a task's committed steps were, oldest first. */
export function createPromptCounts({ db }: Store): (taskId: string) => PromptCount[] {
  const select = db.prepare<[string], PromptCount>(`
    SELECT step, estimated_tokens AS estimatedTokens, prompt_tokens AS promptTokens,
      reused_prefix_tokens AS reusedPrefixTokens, ${MODEL_OF_STEP} AS model
    FROM ${STEPS_OF_MODELS} WHERE task_id = ? ORDER BY step`)
  return (taskId) => select.all(taskId)
}
