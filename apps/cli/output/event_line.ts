import type { LedgerEvent } from '#core'
import { oneLine } from './one_line.js'

/** An event as one line: time, id, actor, type, outcome, duration, summary. */
export function eventLine(event: LedgerEvent): string {
  const { id, type, actor, outcome, atMs, durationMs, summary } = event
  const at = atMs === null ? '-' : `${new Date(atMs).toISOString().slice(0, 19)}Z`
  const took = durationMs === null ? '-' : `${(durationMs / 1_000).toFixed(1)} s`
  return [at, id, actor, type, outcome, took, oneLine(summary)].join('  ')
}
