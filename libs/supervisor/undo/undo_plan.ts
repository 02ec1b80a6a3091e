import type { ChangedFile } from '#core'
import type { AppliedEdit, RestoreDraft } from '#ledger'
import { countChange, hashBytes, unifiedDiff, type Workspace } from '#workspace'
import type { Deps } from '../deps/deps.js'
import { MANY_FILES } from '../step/turn_files.js'
import { backgroundFiles } from './background_files.js'
import { outsideFiles } from './outside_files.js'

/** Which edits, newest first. Edits that are already undone are skipped. */
export type UndoScope =
  /** The last edits, one call each. */
  | { back: 'edits'; count: number }
  /** All edits of the last task that has any: everything that one message of the person led to. */
  | { back: 'turn' }
  /** All edits after this step of a task, including those of later tasks; 0: of the whole task. */
  | { back: 'step'; taskId: string; step: number }

/** One file of an undo or redo, as the person sees it before anything is done. */
export interface RestoredFile extends ChangedFile {
  /** clean: unchanged since the agent's edit · conflict: somebody changed it since, so it is skipped. */
  state: 'clean' | 'conflict'
  /** Why it is skipped. */
  why: string
  /** The difference from the current text to the planned text. */
  diff: string
  /** Whether the planned state is that no such file is there. */
  deletes: boolean
  /** What changed it: `patch_file at step 3`, or the command; empty for a redo. */
  by: string[]
}

/** What an undo or redo would do. Nothing is written yet. */
export interface RestorePlan {
  files: RestoredFile[]
  /** Edits that it reverts or redoes. */
  edits: number
  /** All files of the newest edit's turn, once there are many, and the number of its edits. */
  turn: string[]
  turnEdits: number
  /** null: nothing can be done. */
  draft: RestoreDraft | null
}

export type UndoDeps = Pick<Deps, 'ledger' | 'workspace'>

const COMMAND_CHARS = 80

const NOTHING: RestorePlan = { files: [], edits: 0, turn: [], turnEdits: 0, draft: null }

interface Side {
  hash: string | null
  mode: number | null
}

/** Plans to revert a session's newest edits. Read-only. */
export function planUndo(sessionId: string, scope: UndoScope, deps: UndoDeps): RestorePlan {
  const all = deps.ledger.appliedEdits({ sessionId })
  const ids = deps.ledger.tasks({ sessionId }).map(({ id }) => id)
  const edits = select(all, scope, ids)
  const [newest] = edits
  if (newest === undefined) {
    return { ...NOTHING, files: unknownFiles(ids.slice(0, 1), [], deps) }
  }
  const paths = [...new Set(edits.flatMap(({ files }) => files.map(({ path }) => path)))]
  const workspace = deps.workspace.reopen(paths)
  const made = paths.map((path) => {
    const chain = edits.flatMap((edit) =>
      edit.files.filter((file) => file.path === path).map((file) => ({ ...file, edit })),
    )
    return planFile({ path, chain }, workspace, deps)
  })
  const files = made.flatMap(({ edit }) => (edit === null ? [] : [edit]))
  const draft: RestoreDraft = {
    taskId: newest.taskId,
    kind: 'undo',
    intents: edits.map(({ intentId }) => intentId),
    undoId: null,
    files,
  }
  const stuck = made.every(({ file }) => file?.state === 'conflict')
  const tasks = scope.back === 'edits' ? [] : [...new Set(edits.map(({ taskId }) => taskId))]
  const later = ids.slice(0, Math.max(0, ids.indexOf(newest.taskId)))
  return {
    files: [
      ...made.flatMap(({ file }) => (file === null ? [] : [file])),
      ...unknownFiles([...later, ...tasks], paths, deps),
    ],
    edits: edits.length,
    ...groupOf(select(all, { back: 'turn' }, ids)),
    draft: stuck ? null : draft,
  }
}

/** What commands of the tasks changed beyond these paths, in the background or outside of the folder: it is left as it is, and named. */
function unknownFiles(
  taskIds: readonly string[],
  paths: readonly string[],
  { ledger }: UndoDeps,
): RestoredFile[] {
  const why = 'a background command changed it, and its version before is not stored'
  const inBackground = backgroundFiles(ledger, taskIds)
    .filter((path) => !paths.includes(path))
    .map((path) => conflict({ path, by: ['a background command'], why }))
  return [...inBackground, ...outsideFiles(ledger, taskIds).map(conflict)]
}

function groupOf(edits: readonly AppliedEdit[]): Pick<RestorePlan, 'turn' | 'turnEdits'> {
  const paths = new Set(edits.toReversed().flatMap(({ files }) => files.map(({ path }) => path)))
  return { turn: paths.size < MANY_FILES ? [] : [...paths], turnEdits: edits.length }
}

/** @param tasks  ids of all tasks of the session, newest first */
function select(
  all: readonly AppliedEdit[],
  scope: UndoScope,
  tasks: readonly string[],
): AppliedEdit[] {
  const edits = all.filter(({ undone }) => !undone)
  switch (scope.back) {
    case 'edits':
      return edits.slice(0, scope.count)
    case 'turn':
      return edits.filter(({ taskId }) => taskId === edits[0]?.taskId)
    case 'step': {
      // The task itself may have no edit.
      const later = new Set(tasks.slice(0, Math.max(0, tasks.indexOf(scope.taskId))))
      return edits.filter(
        ({ taskId, step }) => later.has(taskId) || (taskId === scope.taskId && step > scope.step),
      )
    }
  }
}

type Link = AppliedEdit['files'][number] & { edit: AppliedEdit }

/** One file and what the agent did to it, newest first. */
interface Edited {
  path: string
  chain: Link[]
}

/** Reverts a file's edits in memory, newest first, while each result is what the next edit started from. */
function planFile({ path, chain }: Edited, workspace: Workspace, { ledger }: UndoDeps) {
  const by = [...new Set(chain.map(({ edit }) => describeEdit(edit)))]
  const now = workspace.fileState(path)
  if (!now.ok) return { file: conflict({ path, by, why: now.reason }), edit: null }
  const begin: Side = { hash: now.bytes && hashBytes(now.bytes), mode: now.fileMode }
  let at = begin
  let broken = ''
  for (const link of chain) {
    if (at.hash === link.afterHash)
      at = { hash: link.beforeHash, mode: link.beforeMode ?? at.mode ?? link.fileMode }
    else if (at.hash !== link.beforeHash)
      broken = `changed by somebody else after ${describeEdit(link.edit)}`
    if (broken !== '') break
  }
  const cause = { path, by, why: broken }
  if (broken !== '' && isSame(at, begin)) return { file: conflict(cause), edit: null }
  if (isSame(at, begin)) return { file: null, edit: null }
  const after = at.hash === null ? null : ledger.payload(at.hash)
  return {
    file: describeChange(cause, now.bytes, after),
    edit: {
      path,
      before: now.bytes,
      after,
      fileMode: at.mode ?? now.fileMode ?? 0o644,
      modeBefore: now.fileMode ?? undefined,
    },
  }
}

/** Plans to redo the edits of the newest undo. Read-only. */
export function planRedo(sessionId: string, { ledger, workspace }: UndoDeps): RestorePlan {
  const rows = ledger.restores(sessionId).filter(({ status }) => status === 'done')
  const redone = new Set(rows.map(({ undoId }) => undoId))
  const undo = rows.find(({ kind, id }) => kind === 'undo' && !redone.has(id))
  if (undo === undefined) return NOTHING
  const open = workspace.reopen(undo.files.map(({ path }) => path))
  const files: RestoredFile[] = []
  const changes: RestoreDraft['files'] = []
  for (const { path, beforeHash, afterHash, beforeMode, fileMode } of undo.files) {
    // Each of them is the undo's.
    const by: string[] = []
    const now = open.fileState(path)
    const hash = now.ok ? now.bytes && hashBytes(now.bytes) : ''
    if (!now.ok || hash !== afterHash) {
      const why = now.ok ? 'changed by somebody else after the undo' : now.reason
      files.push(conflict({ path, by, why }))
      continue
    }
    const after = beforeHash === null ? null : ledger.payload(beforeHash)
    files.push(describeChange({ path, by, why: '' }, now.bytes, after))
    const mode = beforeMode ?? now.fileMode ?? fileMode
    changes.push({
      path,
      before: now.bytes,
      after,
      fileMode: mode,
      modeBefore: now.fileMode ?? undefined,
    })
  }
  const draft: RestoreDraft = {
    taskId: undo.taskId,
    kind: 'redo',
    intents: undo.intents,
    undoId: undo.id,
    files: changes,
  }
  const stuck = files.length > 0 && changes.length === 0
  const edits = undo.intents.length
  return { ...NOTHING, files, edits, draft: stuck ? null : draft }
}

function isSame(a: Side, b: Side): boolean {
  return a.hash === b.hash && (a.hash === null || a.mode === b.mode)
}

type Cause = Pick<RestoredFile, 'path' | 'by' | 'why'>

function conflict(cause: Cause): RestoredFile {
  return { ...cause, state: 'conflict', diff: '', deletes: false, added: 0, removed: 0 }
}

function describeChange(cause: Cause, before: Buffer | null, after: Buffer | null): RestoredFile {
  const diff = unifiedDiff({ path: cause.path, before, after })
  return { ...cause, state: 'clean', diff, deletes: after === null, ...countChange(before, after) }
}

function describeEdit({ tool, step, command }: AppliedEdit): string {
  const what = command === null ? tool : `the command ${command.slice(0, COMMAND_CHARS)}`
  return `${what} at step ${step}`
}
