import { hashOf } from '#ledger'
import type { Sent } from '#workspace'
import type { Deps } from './deps.js'
import type { Frame } from './frame.js'

/**
 * Writes down that a tool's request leaves, before its first byte does. The address is all that goes:
 * there is no body, so the row has every word of it.
 */
export function recordRequest(
  tool: string,
  { host, url, bytes }: Sent,
  { view, number }: Frame,
  { ledger }: Deps,
): void {
  ledger.beginEgress({
    sessionId: view.session.id,
    taskId: view.task.id,
    step: number,
    provider: tool,
    host,
    model: '',
    reason: url,
    status: 'sent',
    bytes,
    bodyHash: hashOf(url),
    sources: [],
    withheld: [],
  })
}
