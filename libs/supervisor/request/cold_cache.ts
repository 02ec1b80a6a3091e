import { HARNESS_MARK } from '#context'
import { LIMITS } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/**
 * Whether the engine has surely forgotten the prompt, so that a rebuild costs nothing: the user writes again after
 * a long pause, or goes on with another model. Only a turn of the user is asked about: a run that was killed goes
 * on with the same bytes.
 */
export function isCacheCold(
  view: View,
  { ledger, clock }: Pick<Deps, 'ledger' | 'clock'>,
): boolean {
  const { generation, session, tail, task } = view
  const newest = tail.at(-1)?.message
  if (generation === null || newest?.role !== 'user') return false
  if (newest.content.startsWith(HARNESS_MARK)) return false
  if (ledger.rebuilds(task.id, 1).at(0)?.step === task.step) return false
  if (generation.model !== null && generation.model !== session.model) return true
  const lastMs = ledger.lastStepMs(session.id)
  return lastMs !== null && clock.now() - lastMs > LIMITS.coldMs
}
