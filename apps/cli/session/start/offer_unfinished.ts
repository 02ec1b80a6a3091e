import { setTimeout } from 'node:timers/promises'
import { isStopText } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { type Input, sayEnglish, showControls } from '#terminal'
import { type Asker, askChoice } from '../../answers/ask_choice.js'
import { oneLine } from '../../output/one_line.js'
import { taskTitle } from '../../output/task_title.js'
import { unfinishedTasks } from '../../run/take_up.js'
import { namesOf } from '../../waiting/restore_waiting.js'

const CHOICES = {
  g: { words: ['go on', 'go', 'g'] },
  l: { words: ['leave it', 'leave', 'l'] },
  f: { words: ['forget it', 'forget', 'f'] },
} as const

/** So long keys are waited for that the terminal has already. */
const AHEAD_MS = 30

/** What the person said about an unfinished task. `left`: the session ends. */
export type Offered = { kind: 'go on'; task: TaskRow } | { kind: 'nothing' } | { kind: 'left' }

/**
 * Shows the newest unfinished task of the folder and asks what to do with it: go on, leave it, forget it. The others are one
 * line, also at later starts: runs of a script that were killed together are one question. A limit is an end that somebody wanted: the last
 * task of the folder is named where it ended at one, and no such task is asked about.
 */
export async function offerUnfinished(
  ledger: Ledger,
  asker: Asker & { input: Pick<Input, 'unsend'> },
  signal = new AbortController().signal,
): Promise<Offered> {
  const { say = sayEnglish } = asker
  const begun = unfinishedTasks(ledger).filter((each) => hasBegun(each, ledger))
  const tasks = begun.filter(({ status }) => status !== 'limit')
  nameLimit(ledger, asker)
  const isNew = (each: TaskRow) => !isKnown(each, ledger)
  const task = tasks.find(isNew)
  const others = tasks.filter((each) => each !== task)
  const [last] = others
  if (last !== undefined && !isNew(last)) {
    const { steps: step, id, text } = last
    asker.input.print(`${say('unfinished.left', { step, id, task: taskTitle(text) })}\n`)
  }
  const count = last === undefined || isNew(last) ? others.length : others.length - 1
  if (count > 0) asker.input.print(`${say('unfinished.more', { count })}\n`)
  if (task === undefined) return { kind: 'nothing' }
  const found = { step: task.steps, next: task.steps + 1, task: taskTitle(task.text) }
  asker.input.print(`${say(task.steps === 0 ? 'unfinished.new' : 'unfinished.found', found)}\n`)
  const lines = ledger.waitingLines(task.sessionId).map(({ text }) => text)
  if (lines.length > 0)
    asker.input.print(`${showControls(say('unfinished.waiting', { text: namesOf(lines) }))}\n`)
  // What was typed before the question is no answer to it, and starts no task by itself.
  await setTimeout(AHEAD_MS)
  asker.input.unsend((lines) =>
    asker.input.print(`${say('unfinished.ahead', { text: lines.map(oneLine).join(' · ') })}\n`),
  )
  const prompt = say('unfinished.ask')
  const question = { prompt, choices: CHOICES, keepsWords: true } as const
  const answer = await askChoice(question, asker, signal)
  if (answer === null) return { kind: 'left' }
  for (const other of others.filter(isNew)) note(other, NAMED, ledger)
  if (answer.key === 'g') return { kind: 'go on', task }
  if (answer.key === 'f') forget(task, ledger)
  else note(task, LEFT, ledger)
  return { kind: 'nothing' }
}

function nameLimit(ledger: Ledger, { input, say = sayEnglish }: Asker): void {
  const [last] = ledger.tasks({ inConversation: true })
  if (last?.status !== 'limit' || ledger.usedBy(last.sessionId) !== null) return
  const { steps: step, sessionId: id, text } = last
  input.print(`${say('unfinished.limit', { step, id, task: taskTitle(text) })}\n`)
}

/**
 * Whether there is something to go on with. A run that ended before its first answer because its endpoint was not there
 * changed nothing; `aircoder resume` still finds it. One that was killed or stopped is asked about.
 */
function hasBegun({ id, steps, status, endText }: TaskRow, ledger: Ledger): boolean {
  if (steps > 0 || status !== 'interrupted' || isStopText(endText)) return true
  return ledger.view(id).pending !== null
}

/** The rules of the receipts of "leave it", and of a task that was named while another one was asked about. */
const LEFT = 'unfinished task'
const NAMED = 'named, not asked about'

/** Whether the person knows that the task stopped at the step where it is now: then it is not asked about again. */
function isKnown({ id, steps, sessionId }: TaskRow, ledger: Ledger): boolean {
  return ledger
    .receipts(sessionId)
    .some(
      ({ taskId, step, rule }) => taskId === id && step === steps && [LEFT, NAMED].includes(rule),
    )
}

function note(task: TaskRow, rule: typeof LEFT | typeof NAMED, ledger: Ledger): void {
  ledger.recordAnswer({
    sessionId: task.sessionId,
    taskId: task.id,
    step: task.steps,
    tool: '',
    what: 'go on with the unfinished task',
    decision: 'no',
    reason: '',
    rule,
    mode: ledger.session(task.sessionId).mode,
    pattern: null,
    approval: null,
    lastEvidence: 0,
  })
}

/** The task ends. Its rows stay, and `aircoder resume ID` still finds it. */
function forget(task: TaskRow, ledger: Ledger): void {
  ledger.claimSession(task.sessionId)
  if (task.status !== 'open') ledger.reopen(task.id)
  const text = 'The user forgot this task. It was not finished.'
  ledger.finish(task.id, { status: 'forgotten', text, cites: [], proven: false })
}
