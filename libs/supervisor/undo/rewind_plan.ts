import { countNoun, type Message, nameFirst } from '#core'
import type { Ledger } from '#ledger'
import { hashBytes } from '#workspace'
import { planUndo, type RestorePlan, type UndoDeps } from './undo_plan.js'

/** One message of the person and what it led to, for a list. */
export interface Turn {
  taskId: string
  text: string
  steps: number
  /** Files that its edits changed, without those that were undone. */
  files: string[]
  /** Whether edits of it were undone. */
  isUndone: boolean
  /** Tasks of the conversation that came after it. */
  later: number
  /** The session that it is of, where a copy of that session lists it. */
  original?: string
}

/**
 * The turns that a copy has from its original, and this from its own, newest first; none where that was removed. The copy
 * cannot lose one of them: going back to before it is another copy.
 */
export function inheritedTurns(sessionId: string, ledger: Ledger): Turn[] {
  const found: Turn[] = []
  for (let { id, parentId } = ledger.session(sessionId); parentId !== null; ) {
    const original = parentId
    const carried = new Set(ledger.carriedTasks(id))
    const turns = turnsOf(original, ledger)
    // What the original did since the copy was made is newer than what was carried.
    const newest = turns.findIndex(({ taskId }) => carried.has(taskId))
    const kept = newest === -1 ? [] : turns.slice(newest)
    found.push(...kept.map((turn) => ({ ...turn, original })))
    ;({ id, parentId } = ledger.session(original))
  }
  return found
}

/** What a rewind would do. Nothing is written yet. */
export interface RewindPlan {
  taskId: string
  /** The turns that the next prompt has no more, oldest first. */
  turns: Turn[]
  /** The undo of their edits; null: the files stay as they are. */
  files: RestorePlan | null
  /** What the next prompt says of files that stay changed; null: nothing. */
  notice: Message | null
  /** Why it cannot be done now; null: it can. */
  refused: string | null
}

/** Files that the notice names. */
const NAMED = 20

/** The turns of a session that its conversation has, newest first. */
export function turnsOf(sessionId: string, ledger: Ledger): Turn[] {
  const tasks = ledger.tasks({ sessionId, inConversation: true })
  const all = ledger.appliedEdits({ sessionId })
  const edits = all.filter(({ undone }) => !undone)
  return tasks.map(({ id, text, steps }, later) => {
    const own = edits.filter(({ taskId }) => taskId === id).reverse()
    const files = [...new Set(own.flatMap(({ files }) => files.map(({ path }) => path)))]
    const isUndone = all.some(({ taskId, undone }) => taskId === id && undone)
    return { taskId: id, text, steps, files, isUndone, later }
  })
}

/**
 * Plans to take a turn and all later ones out of the conversation. Read-only.
 * @param withFiles  whether their edits are undone as well
 */
export function planRewind(
  sessionId: string,
  { taskId, withFiles }: { taskId: string; withFiles: boolean },
  deps: UndoDeps,
): RewindPlan {
  const all = turnsOf(sessionId, deps.ledger)
  const at = all.findIndex((turn) => turn.taskId === taskId)
  const turns = all.slice(0, at + 1).reverse()
  const open = turns.find((turn) => deps.ledger.view(turn.taskId).pending !== null)
  const files = withFiles ? planUndo(sessionId, { back: 'step', taskId, step: 0 }, deps) : null
  return {
    taskId,
    turns,
    files,
    notice: noticeOf(sessionId, { turns, files }, deps),
    refused:
      open === undefined
        ? null
        : 'The last step was interrupted; `aircoder resume` completes it first.',
  }
}

/** The model read these files before the turns changed them. */
function noticeOf(
  sessionId: string,
  { turns, files }: Pick<RewindPlan, 'turns' | 'files'>,
  { ledger, workspace }: UndoDeps,
): Message | null {
  const ids = new Set(turns.map(({ taskId }) => taskId))
  const first = new Map<string, string | null>()
  for (const { taskId, path, beforeHash } of ledger.touched(sessionId))
    if (ids.has(taskId) && !first.has(path)) first.set(path, beforeHash)
  const open = workspace.reopen([...first.keys()])
  const restored = new Map(files?.draft?.files.map((file) => [file.path, file.after]))
  const changed = [...first].flatMap(([path, hash]) => {
    const planned = restored.get(path)
    const now = planned === undefined ? bytesNow(open.fileState(path)) : planned
    const same = now === undefined ? false : (now && hashBytes(now)) === hash
    return same ? [] : [path]
  })
  if (changed.length === 0) return null
  const what = countNoun(changed.length, 'file')
  const content = `The user went back to this point. ${what} changed since then: ${nameFirst(changed, NAMED)}. Read ${changed.length === 1 ? 'it' : 'them'} again if you need ${changed.length === 1 ? 'it' : 'them'}. Earlier test results no longer count.`
  return { role: 'user', content }
}

function bytesNow(state: ReturnType<UndoDeps['workspace']['fileState']>) {
  return state.ok ? state.bytes : undefined
}
