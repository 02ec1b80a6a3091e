import type { Broken } from '#context'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** A shorter time is over before it is read. */
const LEAST_MS = 2_000

/** A prompt that is about to be sent. */
interface Prompt {
  view: Pick<View, 'lastPrompt'> & {
    task: Pick<View['task'], 'id'>
    tail: readonly Pick<View['tail'][number], 'taskId'>[]
  }
  estimatedTokens: number
  rebuilt: boolean
  broken?: Pick<Broken, 'readTokens'> | null
}

/**
 * How long the model reads this prompt, by the speed that `doctor --model` measured. What the last prompt of the task had
 * is taken as kept by the engine.
 * @returns ms; null: no speed was measured, what the engine keeps is unknown, or it is too short to be shown
 */
export function readingTime(
  { view, estimatedTokens, rebuilt, broken }: Prompt,
  { endpoint: { prefillPerS } }: { endpoint: Pick<Deps['endpoint'], 'prefillPerS'> },
): number | null {
  if (prefillPerS == null || prefillPerS <= 0) return null
  const tokens = rebuilt ? (broken?.readTokens ?? null) : newTokens(view, estimatedTokens)
  const ms = tokens === null ? 0 : (tokens * 1_000) / prefillPerS
  return ms < LEAST_MS ? null : ms
}

/** Null where an earlier task of the session had prompts: the engine may keep them. */
function newTokens({ lastPrompt, tail, task }: Prompt['view'], all: number): number | null {
  if (lastPrompt !== null) return Math.max(0, all - lastPrompt.estimatedTokens)
  return tail.every(({ taskId }) => taskId === task.id) ? all : null
}
