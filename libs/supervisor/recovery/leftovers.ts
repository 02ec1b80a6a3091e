import type { Event } from '#core'
import { endGroup } from '#workspace'
import type { Deps } from '../deps/deps.js'

/**
 * Ends background commands that a killed aircoder process left running. The ledger has the pid and start
 * time of each. The commands of this process keep running.
 */
export async function* endLeftovers({
  ledger,
  workspace,
}: Pick<Deps, 'ledger' | 'workspace'>): AsyncGenerator<Event> {
  for (const { id, pid, startTime } of ledger.running()) {
    if (workspace.background.owns(pid)) continue
    const ended = await endGroup(pid, startTime)
    ledger.ended(id)
    if (ended)
      yield { type: 'note', text: 'ended a background command that an earlier run left running' }
  }
}
