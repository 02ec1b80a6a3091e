import type { Event } from '#core'
import { endGroup } from '#workspace'
import type { Deps } from '../deps/deps.js'

/**
 * Ends background commands that a killed process of ours left running: the ledger knows each by its pid
 * and start time. Those of this process go on.
 */
export async function* endLeftovers({ ledger, workspace }: Deps): AsyncGenerator<Event> {
  for (const { id, pid, startTime } of ledger.running()) {
    if (workspace.background.owns(pid)) continue
    const ended = await endGroup(pid, startTime)
    ledger.ended(id)
    if (ended)
      yield { type: 'note', text: 'ended a background command that an earlier run left running' }
  }
}
