import type { ModelUse, Usage } from '#core'
import type { Store } from '../database/store.js'
import type { UseFilter } from '../types/queries.js'
import { sumOf } from '../values/sum_of.js'

type UseRow = Omit<ModelUse, 'usage'> & Usage

/**
 * Every request that a server counted: steps, side questions, and answers of a cloud that became no step. A step of an
 * older version names no model: it counts for that of its session. Tasks that ended before the time are not read.
 */
const COUNTED = `
  SELECT coalesce(reply ->> '$.route.model', reply ->> '$.by', sessions.model) AS model,
    episodes.prompt_tokens, episodes.completion_tokens, episodes.reused_prefix_tokens
  FROM tasks JOIN sessions ON sessions.id = tasks.session_id
    JOIN episodes ON episodes.task_id = tasks.id
  WHERE (@sessionId IS NULL OR tasks.session_id = @sessionId)
    AND (tasks.ended_ms IS NULL OR tasks.ended_ms >= @sinceMs) AND committed_ms >= @sinceMs
  UNION ALL
  SELECT model, prompt_tokens, completion_tokens, reused_prefix_tokens FROM micro_calls
  WHERE (@sessionId IS NULL OR session_id = @sessionId) AND created_ms >= @sinceMs
    AND model IS NOT NULL
  UNION ALL
  SELECT model, prompt_tokens, completion_tokens, 0 FROM egress
  WHERE (@sessionId IS NULL OR session_id = @sessionId) AND created_ms >= @sinceMs
    AND status = 'failed' AND model <> ''`

/** Reads what each model was asked for, the most used first. Models whose server counts nothing are left out. */
export function createModelUse({ db }: Store): (filter?: UseFilter) => ModelUse[] {
  const select = db.prepare<[{ sessionId: string | null; sinceMs: number }], UseRow>(`
    SELECT model, count(*) AS requests, ${sumOf('prompt_tokens')} AS promptTokens,
      ${sumOf('completion_tokens')} AS completionTokens,
      ${sumOf('reused_prefix_tokens')} AS reusedPrefixTokens
    FROM (${COUNTED}) WHERE prompt_tokens + completion_tokens > 0
    GROUP BY model ORDER BY promptTokens DESC, model`)
  return ({ sessionId = null, sinceMs = 0 } = {}) =>
    select.all({ sessionId, sinceMs }).map(({ model, requests, ...usage }) => {
      return { model, requests, usage }
    })
}
