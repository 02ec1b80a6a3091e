import type { Evidence, EvidenceDraft } from '#core'
import type { Row } from '#planner'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'
import { findOnce } from '../step/find_once.js'
import { type Frame, numberOutcomes } from '../step/frame.js'

/** Rows of one task that are read for a judgement. */
const MOST_ROWS = 5_000
/** Rows that a guard sees: it looks for the last few fixes, and no guard counts further back. */
const GUARD_ROWS = 100

/** An evidence row that this step is about to add, with the id that it will get. */
export interface FreshRow {
  id: string
  draft: EvidenceDraft
}

/** The rows that this step is about to add. */
export function freshRows(frame: Frame): FreshRow[] {
  return numberOutcomes(frame).flatMap(({ outcome, ids }) =>
    outcome.evidence.map((draft, index) => ({ id: ids[index] ?? '', draft })),
  )
}

/** All rows of the task, oldest first. */
export function rowsOf(frame: Frame, { ledger }: Pick<Deps, 'ledger'>): Row[] {
  const stored = ledger.find({ taskId: frame.view.task.id, limit: MOST_ROWS }).reverse()
  return [...stored.map(toRow), ...freshRows(frame).map(draftRow)]
}

/** The newest rows of the task and its newest test run, oldest first: bounded, because every step reads them. */
export function newestRows(frame: Frame, deps: Pick<Deps, 'ledger'>): Row[] {
  const { task, lastTest } = frame.view
  const found = findOnce(frame.view, { taskId: task.id, limit: GUARD_ROWS }, deps)
  const stored = [...found].reverse()
  const isOlder = lastTest !== null && !stored.some(({ id }) => id === lastTest.id)
  const rows = isOlder ? [lastTest, ...stored] : stored
  return [...rows.map(toRow), ...freshRows(frame).map(draftRow)]
}

export function toRow({ id, kind, subject, summary, facts }: Evidence): Row {
  return { id, number: evidenceNumber(id), kind, subject, summary, facts }
}

export function draftRow({ id, draft }: FreshRow): Row {
  const { kind, subject, summary, facts } = draft
  return { id, number: evidenceNumber(id), kind, subject, summary, facts }
}
