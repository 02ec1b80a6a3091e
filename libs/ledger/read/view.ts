import { LIMITS } from '#core'
import { peekNumber, type Store } from '../database/store.js'
import type { EvidenceRows } from '../rows/evidence.js'
import type { Intents } from '../rows/intents.js'
import { activeNode, type PlanRows } from '../rows/plan.js'
import type { PromptRows } from '../rows/prompt.js'
import type { Sessions } from '../rows/sessions.js'
import type { TaskRows } from '../rows/tasks.js'
import type { RecentCall, View } from '../types/view.js'
import { MODEL_OF_STEP, STEPS_OF_MODELS } from './model_of_step.js'

interface Parts {
  sessions: Sessions
  tasks: TaskRows
  evidence: EvidenceRows
  plan: PlanRows
  prompt: PromptRows
  intents: Intents
}

type StoredCall = Omit<RecentCall, 'ok' | 'denied'> & { ok: number; denied: number }

/** Reads everything that a step needs in one transaction, with indexed and bounded queries only. */
export function createView({ db }: Store, parts: Parts): (taskId: string) => View {
  const { sessions, tasks, evidence, plan, prompt, intents } = parts
  const peek = peekNumber(db)
  // What a copied session carries is older than its own tasks.
  const earlier = db.prepare<
    [{ sessionId: string; number: number; limit: number }],
    View['earlier'][number]
  >(`
    SELECT id, text, status, summary FROM (
      SELECT id, text, status, end_text AS summary, number FROM tasks
      WHERE session_id = @sessionId AND number < @number AND rewind IS NULL
      UNION ALL SELECT id, text, status, summary, ordinal - ${LIMITS.earlierTasks} FROM carried
      WHERE session_id = @sessionId AND kind = 'task')
    ORDER BY number DESC LIMIT @limit`)
  const calls = db.prepare<[string, number], StoredCall>(`
    SELECT step, tool, ok, denied IS NOT NULL AS denied, coalesce(call_key, args_hash) AS callKey,
      outcome_hash AS outcomeHash, failure_key AS failureKey, place_key AS placeKey,
      mark FROM calls
    WHERE task_id = ? ORDER BY step DESC, ordinal DESC LIMIT ?`)
  const spoken = db.prepare<[string, number], { names: string; step: number }>(`
    SELECT guards AS names, step FROM episodes WHERE task_id = ? AND guards IS NOT NULL
    ORDER BY step DESC LIMIT ?`)
  // Steps have no gaps, so the problems in a row are the steps after the last good one.
  const lastGood = db
    .prepare<[string], number>(`
      SELECT step FROM episodes WHERE task_id = ? AND problem IS NULL
      ORDER BY step DESC LIMIT 1`)
    .pluck()
  const lastPrompt = db.prepare<[string], NonNullable<View['lastPrompt']>>(`
    SELECT step, estimated_tokens AS estimatedTokens, prompt_tokens AS promptTokens
    FROM ${STEPS_OF_MODELS}
    WHERE task_id = ? AND prompt_tokens > 0 AND prompt_tokens <= ${LIMITS.countedTokens}
      AND ${MODEL_OF_STEP} = sessions.model
    ORDER BY step DESC LIMIT 1`)
  const lastPlain = db
    .prepare<[string], number>(`
      SELECT step FROM episodes WHERE task_id = ? AND nudged = 0 ORDER BY step DESC LIMIT 1`)
    .pluck()

  const read = db.transaction((taskId: string): View => {
    const { sessionId, number, cursor, ...task } = tasks.get(taskId)
    const nodes = plan.list(taskId)
    const generation = prompt.generation(sessionId, taskId)
    return {
      session: sessions.get(sessionId),
      task: { ...task, step: cursor },
      plan: nodes,
      activeNodeId: activeNode(nodes).id,
      generation,
      tail: prompt.tail(sessionId, generation?.tailFromSeq ?? 0),
      earlier: earlier.all({ sessionId, number, limit: LIMITS.earlierTasks }).reverse(),
      pending: intents.pending(taskId, cursor + 1),
      nextEvidence: peek('evidence') + 1,
      lastEdit: evidence.newest(taskId, 'edit_applied'),
      lastTest: evidence.newest(taskId, 'test_result'),
      lastPrompt: lastPrompt.get(taskId) ?? null,
      problemsInARow: cursor - (lastGood.get(taskId) ?? 0),
      nudgesInARow: cursor - (lastPlain.get(taskId) ?? 0),
      guards: spoken.all(taskId, LIMITS.guardSteps).flatMap(toGuards).reverse(),
      recentCalls: calls.all(taskId, LIMITS.recentCalls).map(toCall).reverse(),
    }
  })
  return (taskId) => freeze(read.deferred(taskId))
}

function toGuards({ names, step }: { names: string; step: number }) {
  return names.split(' ').map((name) => ({ name, step }))
}

function toCall({ ok, denied, ...call }: StoredCall): RecentCall {
  return { ...call, ok: ok === 1, denied: denied === 1 }
}

/** Freezes a snapshot against changes by mistake; Buffers cannot be frozen. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const item of Object.values(value)) freeze(item)
  return Object.freeze(value)
}
