import type { TaskRow } from '#ledger'
import { finishRestores, planRedo, planUndo, restore, type UndoScope } from '#supervisor'
import { showControls } from '#terminal'
import { YES_NO } from '../../answers/ask_choice.js'
import { newestWithEdits } from '../../data/newest_with_edits.js'
import { describeEnd, describeFewer, describePlan } from '../../output/describe/describe_restore.js'
import { taskTitle } from '../../output/task_title.js'
import type { SlashContext } from '../slash_command.js'

/** Empty, or a number of at most six digits. */
export function isCount(text: string): boolean {
  return /^\d{0,6}$/.test(text)
}

/**
 * The newest tasks of this session, then those of its originals, then those of all sessions that no other process works
 * in.
 */
function tasksOf({ wired: { ledger }, sessionId }: SlashContext): TaskRow[] {
  const own: TaskRow[] = []
  for (let id = sessionId ?? null; id !== null; id = ledger.session(id).parentId)
    if (ledger.usedBy(id) === null) own.push(...ledger.tasks({ sessionId: id }))
  return [...own, ...ledger.tasks().filter((task) => ledger.usedBy(task.sessionId) === null)]
}

/** Whose edits an undo takes back, where they are not of this session; null: they are. */
function ownerLine(task: TaskRow, { wired: { ledger }, sessionId }: SlashContext): string | null {
  if (task.sessionId === sessionId || sessionId === undefined) return null
  let id: string | null = sessionId
  while (id !== null && id !== task.sessionId) id = ledger.session(id).parentId
  const whose = id === null ? 'an earlier session' : 'the original of this copy'
  return `This session has no edit to undo. The newest is of ${whose}: "${taskTitle(task.text)}"`
}

export function lastTask(context: SlashContext): TaskRow | undefined {
  return tasksOf(context)[0]
}

/** The newest task of this session when it changed files, else of the last session that did. */
function taskToRestore(context: SlashContext): TaskRow | undefined {
  const tasks = tasksOf(context)
  return newestWithEdits(tasks, context.wired.ledger) ?? tasks[0]
}

/** Completes an interrupted restore. @returns the last task; null: there is none, or its last step is open */
export function openRestore(context: SlashContext): TaskRow | null {
  const { ledger, deps } = context.wired
  const task = taskToRestore(context)
  if (task === undefined) {
    context.print('No task yet.\n')
    return null
  }
  if (ledger.view(task.id).pending !== null) {
    context.print('The last step was interrupted; `aircoder resume` completes it first.\n')
    return null
  }
  ledger.claimSession(task.sessionId)
  for (const note of finishRestores(task.sessionId, deps)) context.print(`${showControls(note)}\n`)
  return task
}

/** Shows what an undo or redo would change, asks, and does it after a y. @param scope null: redo */
export async function restoreFiles(
  kind: 'undo' | 'redo',
  scope: UndoScope | null,
  context: SlashContext,
): Promise<void> {
  const { ask, print, screen } = context
  const { deps } = context.wired
  const task = taskToRestore(context)
  const sessionId = task?.sessionId ?? ''
  const plan = scope === null ? planRedo(sessionId, deps) : planUndo(sessionId, scope, deps)
  const owner =
    task === undefined || kind === 'redo' || plan.edits === 0 ? null : ownerLine(task, context)
  if (owner !== null) print(`${owner}\n`)
  if (scope !== null) for (const line of describeFewer(plan, scope)) print(`${line}\n`)
  for (const line of describePlan(plan, kind, screen.paintDiff)) print(`${line}\n`)
  if (plan.draft === null) return
  // Nothing would be written, so there is nothing to ask: only the next undo begins before these edits.
  if (plan.draft.files.length === 0) return restore(plan, deps)
  const answer = await ask({ prompt: `${kind}? y = yes · n = no: `, choices: YES_NO })
  if (answer !== 'y') return print('Nothing was changed.\n')
  restore(plan, deps)
  for (const line of describeEnd(plan, kind, 'now')) print(`${line}\n`)
}
