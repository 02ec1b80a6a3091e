import type { FileEdit, Mode } from '#core'
import type { RestoreRow } from '#ledger'
import { type FileState, hashBytes } from '#workspace'
import { storedBytes } from '../step/stored_bytes.js'
import { describeSkipped, type LeftFile, restoreNotice } from './restore_notice.js'
import type { UndoDeps } from './undo_plan.js'

/**
 * Finishes undos and redos that a kill interrupted, by content hashes. Every path is resolved again: a file in its
 * old state is written, a file in its new state is done, all else is left unchanged and named. Repeating it is
 * harmless. Plan mode writes nothing: then the undo ends as it written, and each file is named.
 * @param mode  the mode of the run; absent where the person asked for an undo
 * @returns a note for the user for each of them
 */
export function finishRestores(sessionId: string, deps: UndoDeps, mode?: Mode): string[] {
  const open = deps.ledger.restores(sessionId).filter(({ status }) => status === 'open')
  return open.reverse().map((row) => finishOne(row, deps, mode))
}

function finishOne(row: RestoreRow, { ledger, workspace: closed }: UndoDeps, mode?: Mode): string {
  const paths = row.files.map(({ path }) => path)
  const workspace = closed.reopen(paths)
  workspace.cleanTemps(paths, row.id)
  const look = () => row.files.map((file) => ({ file, now: workspace.fileState(file.path) }))
  const found = look().map(({ file, now }) => ({ file, now, state: stateOf(file, now) }))
  const due = found.filter(({ state }) => state.is === 'before')
  const edits = due.flatMap(({ file, now }): FileEdit[] => {
    const after = storedBytes(file.afterHash, ledger)
    return now.ok && after !== undefined
      ? [{ path: file.path, before: now.bytes, after, fileMode: modeFor(file, now.fileMode) }]
      : []
  })
  const applied =
    mode === 'plan' && edits.length > 0
      ? { ok: false as const, message: 'plan mode changes nothing' }
      : workspace.applyEdits(edits, { tempTag: row.id })
  const isWhole = applied.ok && edits.length === due.length
  const ended = look().map(({ file, now }) => ({ file, state: stateOf(file, now) }))
  const written = ended.filter(({ state }) => state.is === 'after').map(({ file }) => file.path)
  const left = ended.flatMap(({ file: { path }, state }): LeftFile[] => {
    if (state.is === 'after') return []
    if (state.is === 'other') return [{ path, why: state.why }]
    return [{ path, why: applied.ok ? 'its content is not in the ledger' : trim(applied.message) }]
  })
  const notice = restoreNotice(row.kind, written, left)
  const changed = written.length > 0 || left.length > 0
  const isSilent = row.isRewind && left.length === 0
  ledger.endRestore(row.id, changed ? { notice, failed: !isWhole, isSilent } : null)
  const done = `an interrupted ${row.kind} was ${isWhole ? 'finished' : 'not finished'}`
  const names = written.length > 0 ? ` Restored: ${written.join(', ')}.` : ''
  return `${done}.${names}${left.length > 0 ? ` ${describeSkipped(left)}` : ''}`
}

type RestoreState = { is: 'before' | 'after' } | { is: 'other'; why: string }

function stateOf(file: RestoreRow['files'][number], now: FileState): RestoreState {
  if (!now.ok) return { is: 'other', why: now.reason }
  const hash = now.bytes && hashBytes(now.bytes)
  const { beforeHash, afterHash, beforeMode, fileMode } = file
  // An undo of a change of the permission bits alone.
  if (beforeHash === afterHash && hash === afterHash)
    return now.fileMode === fileMode
      ? { is: 'after' }
      : beforeMode === null || now.fileMode === beforeMode
        ? { is: 'before' }
        : { is: 'other', why: 'its permission bits were changed by somebody else' }
  if (hash === afterHash) return { is: 'after' }
  if (hash === beforeHash) return { is: 'before' }
  return { is: 'other', why: 'changed by somebody else' }
}

/** Permission bits that somebody changed since the plan are kept. */
function modeFor(
  { beforeMode, fileMode }: RestoreRow['files'][number],
  now: number | null,
): number {
  return now === null || beforeMode === null || now === beforeMode ? fileMode : now
}

function trim(message: string): string {
  return message.replace(/\.$/, '')
}
