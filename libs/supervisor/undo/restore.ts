import { AircoderError } from '#core'
import { restoreNotice } from './restore_notice.js'
import type { RestorePlan, UndoDeps } from './undo_plan.js'

/**
 * Carries out an undo or redo plan. The plan is in the ledger before the first file changes, so
 * `finishRestores` can finish it after a kill. All files or none; where a file cannot be restored after an error,
 * the prompt of the task names the files that are changed.
 * @throws AircoderError UNDO_CONFLICT when a file changed since the plan, or cannot be written
 */
export function restore({ draft }: RestorePlan, { ledger, workspace }: UndoDeps): void {
  if (draft === null) return
  const id = ledger.beginRestore(draft)
  const open = workspace.reopen(draft.files.map(({ path }) => path))
  const applied = open.applyEdits(draft.files, { tempTag: id })
  if (!applied.ok) {
    const { written = [] } = applied
    const notice = restoreNotice(draft.kind, written, [])
    ledger.endRestore(id, written.length > 0 ? { notice, failed: true } : null)
    throw new AircoderError('UNDO_CONFLICT', { reason: applied.message })
  }
  const paths = draft.files.map(({ path }) => path)
  ledger.endRestore(id, { notice: restoreNotice(draft.kind, paths, []) })
}
