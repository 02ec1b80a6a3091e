import type { TaskResult } from '#core'
import { resultOf } from '#supervisor'
import type { Wired } from './wire.js'

/** The result of a run that a second signal ends before it could stop. Its step is recovered by a resume. */
export function openResult(
  taskId: string,
  { ledger }: Pick<Wired, 'ledger'>,
  text: string,
): TaskResult {
  const result = resultOf(ledger, taskId, { durationMs: Math.round(performance.now()) })
  return { ...result, text }
}
