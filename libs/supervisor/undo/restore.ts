import { AircoderError } from '#core'
import type { RestoreDraft, Rewound } from '#ledger'
import { forkSession } from '../request/fork.js'
import { restoreNotice } from './restore_notice.js'
import type { RewindPlan } from './rewind_plan.js'
import type { RestorePlan, UndoDeps } from './undo_plan.js'

/**
 * Carries out an undo or redo plan. The plan is in the ledger before the first file changes, so
 * `finishRestores` can finish it after a kill. All files or none; where a file cannot be restored after an error,
 * the prompt of the task names the files that are changed.
 * @throws AircoderError UNDO_CONFLICT when a file changed since the plan, or cannot be written
 */
export function restore({ draft }: Pick<RestorePlan, 'draft'>, deps: UndoDeps): void {
  if (draft !== null) write(draft, deps.ledger.beginRestore(draft), deps)
}

/**
 * Carries out a rewind plan: the conversation goes back and the undo is stored in one transaction, then the files are
 * written. After a kill `finishRestores` does the rest.
 * @throws AircoderError UNDO_CONFLICT as restore; the conversation has gone back then
 */
export function rewind({ taskId, notice, files }: RewindPlan, deps: UndoDeps): Rewound {
  const draft = files?.draft ?? null
  const done = deps.ledger.rewind({ taskId, notice, restore: draft })
  if (draft !== null && done.restoreId !== null) write(draft, done.restoreId, deps, true)
  return done
}

/**
 * Carries out a rewind plan of the session that a copy was made of, for the copy alone: another copy ends before these
 * turns. It is stored before the first file changes.
 * @returns the id of the new copy; null: nothing was before these turns
 * @throws AircoderError UNDO_CONFLICT as restore
 */
export function rewindCopy(
  original: string,
  { taskId, notice, files }: RewindPlan,
  deps: UndoDeps,
): string | null {
  const copy = copyBefore(original, { before: taskId, notice }, deps)
  if (files !== null) restore(files, deps)
  return copy
}

function copyBefore(
  original: string,
  wish: { before: string; notice: RewindPlan['notice'] },
  deps: UndoDeps,
): string | null {
  try {
    return forkSession(original, deps, wish)
  } catch (error) {
    if (error instanceof AircoderError && error.code === 'NOTHING_TO_FORK') return null
    throw error
  }
}

function write(
  draft: RestoreDraft,
  id: string,
  { ledger, workspace }: UndoDeps,
  isSilent = false,
): void {
  const open = workspace.reopen(draft.files.map(({ path }) => path))
  const applied = open.applyEdits(draft.files, { tempTag: id })
  if (!applied.ok) {
    const { written = [] } = applied
    const notice = restoreNotice(draft.kind, written, [])
    ledger.endRestore(id, written.length > 0 ? { notice, failed: true } : null)
    throw new AircoderError('UNDO_CONFLICT', { reason: applied.message })
  }
  const paths = draft.files.map(({ path }) => path)
  ledger.endRestore(id, { notice: restoreNotice(draft.kind, paths, []), isSilent })
}
