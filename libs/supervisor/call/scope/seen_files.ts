import type { EvidenceDraft } from '#core'
import { isSpiral, spiralOf } from '#planner'
import { type SeenFiles, showsLines } from '#tools'
import type { Deps } from '../../deps/deps.js'
import { triedEdits } from '../../loops/tried_edits.js'
import { type Frame, ordered } from '../../step/frame.js'

/** Newest rows of one file that are searched. */
const LOOK_BACK = 200
/** Newest searches and outputs of the task that are looked through for shown lines. */
const SEARCHES = 40

/**
 * What this session has read of files, and which edits were refused before. It comes from the ledger's rows
 * and from the earlier calls of this step, so a resumed session has the same answer.
 */
export function seenFiles(
  frame: Frame,
  deps: Pick<Deps, 'ledger' | 'checks' | 'registry' | 'workspace'>,
): SeenFiles {
  const { ledger, checks } = deps
  const { session, task } = frame.view
  const rowsOf = (subject: string): Pick<EvidenceDraft, 'kind' | 'facts'>[] => {
    const tasks = ledger.tasks({ sessionId: session.id, inConversation: true })
    const ofSession = new Set([...tasks, ...frame.view.earlier].map(({ id }) => id))
    const fresh = [...frame.attached, ...ordered(frame).flatMap((outcome) => outcome.evidence)]
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
    shows(path, text) {
      const kinds = ['symbol_lookup', 'shell_output'] as const
      const now = ordered(frame).flatMap(({ evidence }) => evidence)
      const isShown = (row: Pick<EvidenceDraft, 'kind' | 'facts'>, output: string) =>
        showsLines(path, text, { kind: row.kind, facts: row.facts, output })
      return (
        now.some(
          (row) => kinds.some((kind) => kind === row.kind) && isShown(row, `${row.payload}`),
        ) ||
        kinds
          .flatMap((kind) => ledger.find({ taskId: task.id, kind, limit: SEARCHES }))
          .some((row) => isShown(row, ledger.payload(row.payloadHash).toString('utf8')))
      )
    },
    refusedBefore: (path, flaw) =>
      ledger
        .find({ taskId: task.id, kind: 'diagnostic', subject: path, limit: LOOK_BACK })
        .some(({ facts }) => facts.flaw === flaw),
    failedPatches(path) {
      const tried = triedEdits(frame, deps)
      const spiral = spiralOf(tried, path)
      if (!isSpiral(spiral)) return 0
      const failed = tried.findLast((edit) => edit.path === path && !edit.ok)
      // Beside a failed patch a read was not known yet. In the next reply it is.
      const isRead = ledger
        .find({ taskId: task.id, kind: 'file_read', subject: path, limit: 1 })
        .some(({ step }) => step >= (failed?.step ?? 0) && step < frame.number)
      return isRead ? 0 : spiral.failures
    },
  }
}
