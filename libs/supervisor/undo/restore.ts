import { AircoderError, type FileEdit } from '#core'
import type { RestoreDraft, RestoreRow } from '#ledger'
import { hashBytes } from '#workspace'
import type { RestorePlan, UndoDeps } from './undo_plan.js'

/**
 * Puts files back, or makes their edits again, as planned: the way is in the ledger before the first file
 * changes, so that a kill in between is finished by `finishRestores`. All files or none.
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
  ledger.endRestore(id, { notice: tell(draft) })
}

/**
 * Finishes restores that a kill cut off, by content hashes: a file that is as before is written, one that
 * is as after is done, and one that somebody changed meanwhile is left. Repeating it is harmless.
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
  ledger.endRestore(row.id, applied.ok ? { notice: tell(row) } : null)
}

/** What the model reads of it: what it knew of these files is void. */
function tell({
  kind,
  files,
}: Pick<RestoreDraft | RestoreRow, 'kind'> & { files: { path: string }[] }) {
  const paths = [...new Set(files.map(({ path }) => path))].join(', ')
  const done = kind === 'undo' ? 'undid your edits of' : 'made your undone edits again in'
  const content = `The user ${done} ${paths}. Read what you need of it again; tests that ran before prove nothing of it.`
  return { role: 'user' as const, content }
}
