import { countNoun } from '#core'
import type { AppliedEdit, TaskRow } from '#ledger'
import { backgroundFiles } from '#supervisor'
import { unifiedDiff } from '#workspace'
import { taskTitle } from '../../output/task_title.js'
import type { SlashContext } from '../slash_command.js'
import { lastTask } from './restore_files.js'

/**
 * What `/undo turn` would take back: the newest task of the session whose edits hold, from before its first edit to
 * the files as they are now. The first lines name it, and the newest task where that is another.
 */
export function describeTaskDiff(sessionId: string, context: SlashContext): string[] {
  const { ledger } = context.wired
  const all = ledger.appliedEdits({ sessionId })
  const shown = all.find(({ undone }) => !undone)
  const edits = all.filter(({ undone, taskId }) => !undone && taskId === shown?.taskId)
  const newest = lastTask(context)
  const about = newest === undefined ? [] : describeNewest(newest, edits, context)
  if (shown === undefined) return about
  const where =
    context.sessionId === undefined || context.sessionId === sessionId
      ? ''
      : ' of an earlier session'
  const which = shown.taskId === newest?.id ? 'newest task' : 'task'
  const { files, lines } = differences(edits, context)
  const head = `The change of the ${which} "${taskTitle(shown.taskText)}"${where}: ${countNoun(files, 'file')}, from before its first edit to now.`
  return [head, ...about, ...lines]
}

/** What the newest task did where its edits are not those that are shown, and what no edit of it holds. */
function describeNewest(
  { id, sessionId, text }: TaskRow,
  edits: readonly AppliedEdit[],
  { wired: { ledger } }: SlashContext,
): string[] {
  const late = backgroundFiles(ledger, [id])
  const unknown =
    late.length === 0
      ? []
      : [
          `A background command of the newest task changed ${late.join(', ')}; the version before is not stored.`,
        ]
  if (edits[0]?.taskId === id) return unknown
  const wasUndone = ledger.appliedEdits({ sessionId, taskId: id }).length > 0
  const name = `newest task "${taskTitle(text)}"`
  if (wasUndone) return [`The change of the ${name} was undone; /redo makes it again.`, ...unknown]
  return unknown.length > 0 ? unknown : [`The ${name} changed no file.`]
}

/** The difference of each file; the oldest edit comes last, and its version before is where the task started. */
function differences(edits: readonly AppliedEdit[], { wired }: SlashContext) {
  const { ledger, workspace } = wired.deps
  const first = new Map(
    edits.flatMap(({ files }) => files.map(({ path, beforeHash }) => [path, beforeHash] as const)),
  )
  const open = workspace.reopen([...first.keys()])
  const lines = [...first].flatMap(([path, hash]) => {
    const now = open.fileState(path)
    if (!now.ok) return [`${path}: ${now.reason}`]
    const before = hash === null ? null : ledger.payload(hash)
    if (before === null ? now.bytes === null : now.bytes?.equals(before))
      return [`${path} is as it was before this task.`]
    return unifiedDiff({ path, before, after: now.bytes }).split('\n')
  })
  return { files: first.size, lines }
}
