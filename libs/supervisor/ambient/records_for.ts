import type { View } from '#ledger'
import { findRecords, lineOf, recordEnd, type TaskRecord } from '#memory'
import type { Deps } from '../deps/deps.js'
import { filesOf } from './rules_for.js'

const MOST_RECORDS = 3
const ASKED_CHARS = 160
const OUTCOME_CHARS = 240
const FAILED_CHARS = 100
const LINE_CHARS = 1_500

/** Lines about earlier tasks of the folder that share files or words with this one, the closest first. */
export function recordsFor(
  { task, session }: Pick<View, 'task' | 'session'>,
  deps: Pick<Deps, 'ledger' | 'map' | 'memory'>,
): string[] {
  if (deps.memory === undefined) return []
  const query = { text: task.text, files: filesOf(task.text, deps), without: session.id }
  return findRecords(deps.memory.past ?? deps.ledger, { ...query, limit: MOST_RECORDS }).map(
    recordLine,
  )
}

/** `- 2026-11-20 asked: … | done, proven: … | changed: a.ts b.ts | failed before: …`, at most 1,500 characters (row 219). */
export function recordLine(record: TaskRecord): string {
  const { day, asked, files, failed } = record
  const { end, said: outcome } = recordEnd(record)
  const said = outcome === '' ? end : `${end}: ${lineOf(outcome, OUTCOME_CHARS)}`
  const changed = files.length === 0 ? '' : ` | changed: ${files.join(' ')}`
  const before = failed.map((text) => lineOf(text, FAILED_CHARS)).join('; ')
  const tries = before === '' ? '' : ` | failed before: ${before}`
  return lineOf(
    `- ${day} asked: ${lineOf(asked, ASKED_CHARS)} | ${said}${changed}${tries}`,
    LINE_CHARS,
  )
}
