import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'
import { type Frame, ordered } from '../step/frame.js'

/**
 * The permission that this task lacked last, as one sentence; null: none was refused since its last edit.
 * Read from committed rows.
 */
export function missingPermission(
  { task, lastEdit }: Pick<View, 'task' | 'lastEdit'>,
  { ledger }: Pick<Deps, 'ledger'>,
): string | null {
  const filter = { taskId: task.id, kind: 'diagnostic', subject: 'gate', limit: 1 } as const
  const [row] = ledger.find(filter)
  if (row === undefined || evidenceNumber(row.id) < evidenceNumber(lastEdit?.id ?? 'e0'))
    return null
  return namePermission(row)
}

/** The same, with the calls of a step that is not committed yet. */
export function missingIn(frame: Frame, deps: Pick<Deps, 'ledger'>): string | null {
  const drafts = ordered(frame).flatMap(({ evidence }) => evidence)
  const fresh = drafts.find(({ subject, kind }) => kind === 'diagnostic' && subject === 'gate')
  return fresh === undefined ? missingPermission(frame.view, deps) : namePermission(fresh)
}

/** A refusal of the gate as one sentence that names the missing permission. */
function namePermission({ summary }: { summary: string }): string {
  const what = summary
    .replace(/^denied /, '')
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
  return sayMissing(what)
}

const LEAD = 'A permission was missing: '

export function sayMissing(what: string): string {
  return `${LEAD}${what}.`
}

/** An end without the refused calls that sentences of `sayMissing` name below it. */
export function nameOnce(text: string, sentences: readonly string[]): string {
  return sentences.reduce((rest, one) => rest.replace(` (${one.slice(LEAD.length, -1)})`, ''), text)
}
