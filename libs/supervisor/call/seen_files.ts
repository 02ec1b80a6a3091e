import type { EvidenceDraft } from '#core'
import type { SeenFiles } from '#tools'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered } from '../step/frame.js'

/** Rows of one file that are looked at: its newest. */
const LOOK_BACK = 200

/**
 * What this session has seen of files, and which edits were held back before: from the ledger's rows and
 * those of this step's earlier calls, so that a resumed session knows the same.
 */
export function seenFiles(frame: Frame, deps: Deps): SeenFiles {
  const { ledger } = deps
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
    rule: deps.readBeforeEdit ?? 'off',
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
