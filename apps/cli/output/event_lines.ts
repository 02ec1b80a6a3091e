import { AircoderError, jsonLine, type LedgerEvent } from '#core'
import type { Ledger } from '#ledger'
import type { LedgerFlags } from '../flags/flags.js'
import { oneLine } from './one_line.js'

/** What happened, newest first, one line an event. @throws AircoderError NO_SUCH_ROW for an unknown task */
export function eventLines(
  ledger: Ledger,
  taskPrefix: string | undefined,
  { type, actor, outcome, limit, json }: LedgerFlags,
): string[] {
  const task = ledger
    .tasks()
    .find(({ id }) => taskPrefix !== undefined && id.startsWith(taskPrefix))
  if (taskPrefix !== undefined && task === undefined)
    throw new AircoderError('NO_SUCH_ROW', { id: taskPrefix })
  const events = ledger.events({ taskId: task?.id, type, actor, outcome, limit })
  return events.map((event) => (json ? jsonLine(event) : eventLine(event)))
}

/** An event and what led to it, one line each. @throws AircoderError NO_SUCH_ROW */
export function whyLines(ledger: Ledger, id: string, { json }: LedgerFlags): string[] {
  const chain = ledger.why(id)
  if (chain.length === 0) throw new AircoderError('NO_SUCH_ROW', { id })
  return chain.map((event, depth) => {
    if (json) return jsonLine(event)
    return `${depth === 0 ? '' : 'by '}${eventLine(event)}`
  })
}

/** Time, id, actor, type, outcome, duration, summary. */
function eventLine(event: LedgerEvent): string {
  const { id, type, actor, outcome, atMs, durationMs, summary } = event
  const at = atMs === null ? '-' : `${new Date(atMs).toISOString().slice(0, 19)}Z`
  const took = durationMs === null ? '-' : `${(durationMs / 1_000).toFixed(1)} s`
  return [at, id, actor, type, outcome, took, oneLine(summary)].join('  ')
}
