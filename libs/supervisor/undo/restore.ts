import { AircoderError, type FileEdit } from '#core'
import type { RestoreDraft, RestoreRow } from '#ledger'
import { hashBytes } from '#workspace'
import type { RestorePlan, UndoDeps } from './undo_plan.js'

/**
 * Carries out an undo or redo plan. The plan is in the ledger before the first file changes, so
 * `finishRestores` can finish it after a kill. All files or none.
 * @throws AircoderError UNDO_CONFLICT when a file changed since the plan, or cannot be written
 */
export function restore({ draft }: RestorePlan, { ledger, workspace }: UndoDeps): void {
  if (draft === null) return
  const id = ledger.beginRestore(draft)
  const open = workspace.permit(draft.files.map(({ path }) => path))
  const applied = open.applyEdits(draft.files, { tempTag: id })
  if (!applied.ok) {
    ledger.endRestore(id, null)
    throw new AircoderError('UNDO_CONFLICT', { reason: applied.message })
  }
  ledger.endRestore(id, { notice: messageFor(draft) })
}

/**
 * Finishes restores that a kill interrupted, by content hashes: a file in its old state is written, a file
 * in its new state is done, a file that somebody changed is left unchanged. Repeating it is harmless.
 * @returns how many there were
 */
export function finishRestores(sessionId: string, deps: UndoDeps): number {
  const open = deps.ledger.restores(sessionId).filter(({ status }) => status === 'open')
  for (const row of open.reverse()) finishOne(row, deps)
  return open.length
}

function finishOne(row: RestoreRow, { ledger, workspace: closed }: UndoDeps): void {
  const paths = row.files.map(({ path }) => path)
  const workspace = closed.permit(paths)
  workspace.cleanTemps(paths, row.id)
  const bytes = (hash: string | null) => (hash === null ? null : ledger.payload(hash))
  const edits = row.files.flatMap(({ path, beforeHash, afterHash, fileMode }): FileEdit[] => {
    const now = workspace.fileState(path)
    const isBefore = now.ok && (now.bytes && hashBytes(now.bytes)) === beforeHash
    const isDone = beforeHash === afterHash && now.ok && now.fileMode === fileMode
    if (!isBefore || isDone) return []
    return [{ path, before: now.bytes, after: bytes(afterHash), fileMode }]
  })
  const applied = workspace.applyEdits(edits, { tempTag: row.id })
  ledger.endRestore(row.id, applied.ok ? { notice: messageFor(row) } : null)
}

/** The message for the model: what it read of these files is no longer valid. */
function messageFor({
  kind,
  files,
}: Pick<RestoreDraft | RestoreRow, 'kind'> & { files: { path: string }[] }) {
  const paths = [...new Set(files.map(({ path }) => path))].join(', ')
  const done = kind === 'undo' ? 'undid your edits of' : 'redid your edits of'
  const content = `The user ${done} ${paths}. Read these files again if you need them. Earlier test results no longer count.`
  return { role: 'user' as const, content }
}
