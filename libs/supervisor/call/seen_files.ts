import type { EvidenceDraft } from '#core'
import type { SeenFiles } from '#tools'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered } from '../step/frame.js'

/** Newest rows of one file that are searched. */
const LOOK_BACK = 200

/**
 * What this session has read of files, and which edits were refused before. It comes from the ledger's rows
 * and from the earlier calls of this step, so a resumed session has the same answer.
 */
export function seenFiles(
  frame: Frame,
  { ledger, checks }: Pick<Deps, 'ledger' | 'checks'>,
): SeenFiles {
  const { session, task } = frame.view
  const rowsOf = (subject: string): Pick<EvidenceDraft, 'kind' | 'facts'>[] => {
    const ofSession = new Set(ledger.tasks({ sessionId: session.id }).map(({ id }) => id))
    const fresh = ordered(frame).flatMap((outcome) => outcome.evidence)
    return [
      ...fresh.filter((draft) => draft.subject === subject).reverse(),
      ...ledger.find({ subject, limit: LOOK_BACK }).filter(({ taskId }) => ofSession.has(taskId)),
    ]
  }
  return {
    rule: checks.readBeforeEdit ?? 'off',
    hashOf(path) {
      const row = rowsOf(path).find(({ kind }) => kind === 'file_read' || kind === 'edit_applied')
      return row === undefined ? null : String(row.facts.hash ?? '')
    },
    refusedBefore: (path, flaw) =>
      ledger
        .find({ taskId: task.id, kind: 'diagnostic', subject: path, limit: LOOK_BACK })
        .some(({ facts }) => facts.flaw === flaw),
  }
}
