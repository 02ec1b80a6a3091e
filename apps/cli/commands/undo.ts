import { AircoderError } from '#core'
import type { Ledger } from '#ledger'
import { finishRestores, planRedo, planUndo, restore, type UndoScope } from '#supervisor'
import { showControls } from '#terminal'
import { openWorkspace } from '#workspace'
import { confirm } from '../answers/confirm.js'
import { newestWithEdits } from '../data/newest_with_edits.js'
import type { UndoFlags } from '../flags/flags.js'
import { describeEnd, describeFewer, describePlan } from '../output/describe/describe_restore.js'
import { openPlace, sayNoTask } from '../run/place.js'

const DENIED = 3

/** `aircoder undo` and `redo`: shows what would change, then asks; `--yes` answers. @returns the exit code */
export async function runUndo(kind: 'undo' | 'redo', flags: UndoFlags): Promise<number> {
  const place = openPlace(flags, process.env, flags.dryRun === true)
  if (place === null) {
    if (flags.task === undefined) return 0
    throw new AircoderError('NO_SUCH_ROW', { id: flags.task })
  }
  const { ledger, cwd, settings } = place
  try {
    const workspace = openWorkspace({ root: cwd, deny: settings.deny, env: process.env })
    const deps = { ledger, workspace }
    if (flags.task === undefined && ledger.tasks().length === 0) {
      sayNoTask(cwd)
      return 0
    }
    const { sessionId, scope } = scopeOf(ledger, flags)
    if (!flags.dryRun) for (const note of finishRestores(sessionId, deps)) print(showControls(note))
    const plan = kind === 'redo' ? planRedo(sessionId, deps) : planUndo(sessionId, scope, deps)
    if (kind === 'undo') for (const line of describeFewer(plan, scope)) print(line)
    for (const line of describePlan(plan, kind)) print(line)
    if (plan.draft === null) return plan.edits === 0 ? 0 : 1
    if (flags.dryRun) return 0
    // Nothing would be written, so there is nothing to ask: only the next undo begins before these edits.
    const isSo = plan.draft.files.length === 0
    if (!isSo && !flags.yes && !(await confirm(kind))) return DENIED
    restore(plan, deps)
    if (isSo) return 0
    for (const line of describeEnd(plan, kind, 'now')) print(line)
    return 0
  } finally {
    ledger.close()
  }
}

/** Which session, and how far back: by edits, by turn, or to a step of a task. */
function scopeOf(ledger: Ledger, flags: UndoFlags): { sessionId: string; scope: UndoScope } {
  const wanted = flags.task ?? ''
  const tasks = ledger.tasks()
  const task =
    flags.task === undefined
      ? (newestWithEdits(tasks, ledger) ?? tasks[0])
      : tasks.find(({ id }) => id.startsWith(wanted))
  if (task === undefined) throw new AircoderError('NO_SUCH_ROW', { id: wanted || 'any task' })
  // Only --dry-run may read a session that another process works in.
  if (!flags.dryRun) ledger.claimSession(task.sessionId)
  if (ledger.usedBy(task.sessionId) === null && ledger.view(task.id).pending !== null)
    throw new AircoderError('STEP_UNFINISHED', { task: task.id })
  const { sessionId, id, steps } = task
  if (flags.to !== undefined && flags.to > steps)
    throw new AircoderError('NO_SUCH_STEP', { step: flags.to, task: id, last: steps })
  if (flags.edits !== undefined) return { sessionId, scope: { back: 'edits', count: flags.edits } }
  if (flags.task !== undefined || flags.to !== undefined)
    return { sessionId, scope: { back: 'step', taskId: task.id, step: flags.to ?? 0 } }
  return { sessionId, scope: flags.turn ? { back: 'turn' } : { back: 'edits', count: 1 } }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
