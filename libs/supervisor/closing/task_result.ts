import { resolve } from 'node:path'
import type { ChangedFile, TaskResult, TaskStatus } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { storedDoubt } from '../proof/end_rows.js'
import { earlyRebuilds } from '../request/gap.js'
import { netOfTask } from './net_of_task.js'
import { refusedCalls } from './refused_calls.js'

/** The result of a run, read from the ledger. */
export function resultOf(
  ledger: Ledger,
  taskId: string,
  { durationMs, cause }: Pick<TaskResult, 'durationMs' | 'cause'>,
): TaskResult {
  const task = ledger.tasks().find((row) => row.id === taskId)
  if (task === undefined) throw new Error(`task ${taskId} is missing`)
  const { changes: made, takenBack: back } = netOfTask(ledger, task)
  const reverted = revertedIn(ledger, task)
  const takenBack = back.filter((path) => !reverted.includes(path))
  const { cwd } = ledger.session(task.sessionId)
  const changes = made
    .filter(({ path }) => !reverted.includes(path))
    .map((change) => ({ ...change, path: fromRoot(change.path, cwd) }))
  const rebuilds = ledger.rebuilds(taskId)
  return {
    subtype: subtypeOf(task.status),
    taskId,
    sessionId: task.sessionId,
    steps: task.steps,
    text: task.endText,
    cites: task.cites,
    changes,
    ...(reverted.length === 0 ? {} : { reverted }),
    ...(takenBack.length === 0 ? {} : { takenBack }),
    usage: ledger.usage(taskId),
    rebuilds: { total: rebuilds.length, early: earlyRebuilds(rebuilds) },
    durationMs,
    proven: task.proven,
    ...gradeOf(task, made),
    ...proofOf(ledger, task),
    ...commitOf(ledger, task),
    ...refusedCalls(ledger, task),
    ...(cause === undefined ? {} : { cause }),
  }
}

/** A file outside of the folder, by its absolute path. */
function fromRoot(path: string, cwd: string): string {
  return path.startsWith('../') ? resolve(cwd, path) : path
}

/** Files whose every edit by this task was undone, by the program or by the person. */
function revertedIn(ledger: Ledger, { id, sessionId }: TaskRow): string[] {
  const edits = ledger.appliedEdits({ sessionId }).filter(({ taskId }) => taskId === id)
  const pathsOf = (undone: boolean) =>
    edits.filter((edit) => edit.undone === undone).flatMap(({ files }) => files.map((f) => f.path))
  const standing = new Set(pathsOf(false))
  return [...new Set(pathsOf(true))].filter((path) => !standing.has(path)).sort()
}

function commitOf(ledger: Ledger, { id, sessionId }: TaskRow): Pick<TaskResult, 'commit'> {
  const made = ledger
    .gitCommits(sessionId)
    .find(({ taskId, hash }) => taskId === id && hash !== null)
  return made === undefined ? {} : { commit: { hash: made.hash ?? '', message: made.message } }
}

function proofOf(ledger: Ledger, { id, proven }: TaskRow): Pick<TaskResult, 'proof'> {
  const [last] = proven ? ledger.find({ taskId: id, kind: 'test_result', limit: 1 }) : []
  if (last?.facts.passed !== true) return {}
  const line = last.summary.split('\n')[0] ?? ''
  return { proof: line.replace(/^passed: /, '').replace(', 0 failed)', ')') }
}

function subtypeOf(status: TaskStatus): TaskResult['subtype'] {
  if (status === 'forgotten') return 'failed'
  return status === 'open' ? 'interrupted' : status
}

type Graded = Pick<TaskResult, 'grade' | 'reason' | 'changedTests'>

function gradeOf({ proven, doubt, endText }: TaskRow, changes: readonly ChangedFile[]): Graded {
  if (proven) return { grade: changes.length > 0 ? 'tested' : 'read', reason: '', changedTests: [] }
  const kept = storedDoubt.safeParse(doubt)
  if (!kept.success)
    return { grade: 'nothing checked', reason: endText.split('\n')[0] ?? '', changedTests: [] }
  const { grade, reason, tests } = kept.data
  return { grade, reason, changedTests: tests.map(({ path, why, diff }) => ({ path, why, diff })) }
}
