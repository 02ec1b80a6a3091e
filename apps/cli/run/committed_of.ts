import type { EndedRun } from '#core'
import type { Ledger } from '#ledger'
import { resultOf } from '#supervisor'

/** What the committed steps of a task changed and used, for the result of an error; nothing where it cannot be read. */
export function committedOf(ledger: Ledger, taskId: string): Pick<EndedRun, 'changes' | 'usage'> {
  try {
    const { changes, usage } = resultOf(ledger, taskId, { durationMs: 0 })
    return { changes, usage }
  } catch {
    // The error that ended the run is the one to report: the ledger may be what cannot be read.
    return {}
  }
}
