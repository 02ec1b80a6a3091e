import type { Evidence, EvidenceDraft } from '#core'
import type { PastOutput } from '#planner'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'
import { findOnce } from '../step/find_once.js'
import { type Frame, ordered } from '../step/frame.js'

/** Newest rows that are read: more than the limit of `no_news` needs. */
const LOOK_BACK = 60
/** Outputs that are read in all, newest first; of older ones only the summary is compared. */
const MOST_BYTES = 4 * 1024 * 1024
/** A longer output is only compared as a whole. */
const MOST_CHARS = 4_000

type Facts = Pick<EvidenceDraft, 'kind' | 'subject' | 'facts' | 'summary'>

/** What the newest rows of the task showed, oldest first, since a step; from rows and from the results of this step. */
export function pastOutputs(
  frame: Frame,
  since: number,
  { ledger }: Pick<Deps, 'ledger'>,
): PastOutput[] {
  const found = findOnce(frame.view, { taskId: frame.view.task.id, limit: LOOK_BACK }, { ledger })
  const rows = [...found].sort((a, b) => evidenceNumber(b.id) - evidenceNumber(a.id))
  let left = MOST_BYTES
  const textOf = ({ payloadHash, summary }: Evidence) => {
    if (left <= 0) return summary
    const bytes = ledger.payload(payloadHash)
    left -= bytes.length
    return bytes.toString('utf8')
  }
  const stored = rows
    .filter(({ step }) => step > since)
    .map((row) => toOutput(row, row.step, () => textOf(row)))
    .reverse()
  const fresh = ordered(frame)
    .flatMap(({ evidence }) => evidence)
    .map((draft) => toOutput(draft, frame.number, () => draft.payload.toString('utf8')))
  return [...stored, ...fresh].filter(({ kind }) => kind !== 'decision')
}

function toOutput(row: Facts, step: number, read: () => string): PastOutput {
  const { kind, subject, facts } = row
  const { path, hash, lines, changes, unseen } = facts
  const text = kind === 'shell_output' ? read() : JSON.stringify([row.summary, path, hash, lines])
  // Where the tree could not be looked at, a silent command may have changed something.
  const mayAct = Array.isArray(changes) || (unseen === true && text.trim() === '')
  const acts = kind === 'edit_applied' || mayAct
  const shown = text.length > MOST_CHARS ? `${text.length} ${text.slice(-MOST_CHARS)}` : text
  const empty = facts.matches === 0
  return {
    step,
    kind,
    asked: subject,
    shown: `${facts.exitCode ?? ''} ${shown}`,
    text,
    acts,
    empty,
  }
}
