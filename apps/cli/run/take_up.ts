import { resumableStatuses } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import type { Flags } from '../flags/flags.js'
import { givenTo } from './given_flags.js'
import { isSameModel, modelChange } from './model_change.js'
import type { Wired } from './wire.js'

/** Statuses of a task that a session offers or takes up by itself: it was stopped in the middle. */
const UNFINISHED = ['open', 'interrupted', 'limit'] as const

/**
 * The tasks that were stopped in the middle, of the folder or of one session, newest first. Only the last task of its
 * session is one: what was stopped before the person went on is left. A running task was not stopped.
 */
export function unfinishedTasks(ledger: Ledger, sessionId?: string): TaskRow[] {
  return stoppedTasks(ledger, sessionId).filter(({ id, sessionId }) => {
    const [last] = ledger.tasks({ sessionId, inConversation: true })
    return last?.id === id
  })
}

/** The newest of them. */
export function unfinishedTask(ledger: Ledger, sessionId?: string): TaskRow | undefined {
  return unfinishedTasks(ledger, sessionId)[0]
}

/** All tasks of the folder or of one session that were stopped in the middle, newest first. */
export function stoppedTasks(ledger: Ledger, sessionId?: string): TaskRow[] {
  const of = sessionId === undefined ? {} : { sessionId }
  const tasks = ledger.tasks({ status: UNFINISHED, inConversation: true, ...of })
  return tasks.filter(({ sessionId }) => ledger.usedBy(sessionId) === null)
}

/**
 * What `resume` continues without the id of a task, newest first: of the folder, or of one session. Every count
 * of tasks "to resume" is the length of this list. A running task is not in it.
 */
export function resumableTasks(ledger: Ledger, sessionId?: string): TaskRow[] {
  const of = sessionId === undefined ? {} : { sessionId }
  const tasks = ledger.tasks({ status: resumableStatuses(), inConversation: true, ...of })
  return tasks.filter((task) => ledger.usedBy(task.sessionId) === null)
}

/** Tasks of this folder that other processes work on now, newest first. */
export function runningElsewhere(ledger: Ledger): { task: TaskRow; owner: string }[] {
  return ledger.tasks({ status: ['open'] }).flatMap((task) => {
    const owner = ledger.usedBy(task.sessionId)
    return owner === null ? [] : [{ task, owner }]
  })
}

/** Opens an unfinished task again, with the model, the mode and the flags of this run. */
export function takeUp(task: TaskRow, wired: Wired, flags: Flags): void {
  const { ledger, endpoint, deps, settings } = wired
  ledger.claimSession(task.sessionId)
  if (task.status !== 'open') ledger.reopen(task.id)
  const mode = deps.gate.mode()
  ledger.give(task.id, givenTo(flags, process.env, { settings, mode, model: endpoint.name }))
  const { model, windowTokens } = ledger.view(task.id).session
  const known = isSameModel(model, endpoint.name) ? windowTokens : null
  ledger.updateSession(task.sessionId, {
    mode,
    ...modelChange(model, endpoint),
    // The endpoint would refuse again what it refused before.
    ...(known !== null && endpoint.isWindowKnown
      ? { windowTokens: Math.min(known, endpoint.windowTokens) }
      : {}),
  })
}
