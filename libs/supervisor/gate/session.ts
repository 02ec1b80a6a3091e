import type { Approval } from '#gate'
import type { ReceiptRow } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/** Name of the action in a receipt of accepted tests. No tool has it, so no call of a model makes such a row. */
export const ACCEPT = 'accept tests'

/** The step that a recorded answer belongs to. */
export interface CallPlace {
  sessionId: string
  taskId: string
  step: number
  /** Number of the newest evidence before this step. */
  lastEvidence: number
}

export function placeOf({ view, number }: Frame): CallPlace {
  return {
    sessionId: view.session.id,
    taskId: view.task.id,
    step: number,
    lastEvidence: view.nextEvidence - 1,
  }
}

/** What the gate uses now: the settings, and the answers of this session that are still valid. */
export function gateSession(sessionId: string, { ledger, gate }: Pick<Deps, 'ledger' | 'gate'>) {
  const approved = approvalsOf(ledger.receipts(sessionId))
  const safe = gate.safeCommands ?? []
  const { capabilities, web, allow, ownTest } = gate
  return { mode: gate.mode(), capabilities, allow, approved, web, safe, ownTest }
}

/** What the person's answers allow now. Hosts are no longer allowed once a web page was read. */
function approvalsOf(receipts: readonly ReceiptRow[]): Approval[] {
  return receipts
    .filter(
      ({ tool, approval, revokedMs }) => tool !== ACCEPT && approval !== null && revokedMs === null,
    )
    .map(({ approval, stale }) => ({ approval: approval as Approval, stale }))
    .filter(({ approval, stale }) => !(stale && approval.kind === 'hosts'))
    .map(({ approval }) => approval)
}
