import { type EndedRun, RunEndedError, stopText, systemClock, type TaskResult } from '#core'
import { supervise } from '#supervisor'
import { showControls } from '#terminal'
import type { JsonForm } from '../answer_form/answer_form.js'
import { spendingOf } from '../cost/spending_of.js'
import type { AuditLog } from '../data/audit_log.js'
import { keepFactor } from '../data/model_file.js'
import type { Desk } from '../desk/open_desk.js'
import type { Flags } from '../flags/flags.js'
import { endedCommands } from '../output/ended_commands.js'
import { exitCodeOf } from '../output/exit_code.js'
import { opening } from '../output/live/opening.js'
import { createOutput, resumeHint } from '../output/output.js'
import { printAdvice } from '../output/print_advice.js'
import { committedOf } from './committed_of.js'
import { openResult } from './open_result.js'
import { endWaiting, isLast, openStopper, type Stopper } from './stop/stopper.js'
import { closeWired, type Wired } from './wire.js'
import { withFlags } from './with_flags.js'

/** Stores what the run learned about the model's tokens, for later sessions. */
export function keepLearned({ ledger, endpoint: { place } }: Wired, taskId: string): void {
  if (place === null) return
  const { path, ...at } = place
  try {
    const { session, lastPrompt } = ledger.view(taskId)
    // Without a counted answer the factor is only what a refusal raised it to.
    if (lastPrompt === null) return
    keepFactor(path, at, { tokenFactor: session.tokenFactor, atMs: systemClock.now() })
  } catch {
    // The next session learns it again, so this is not an error.
  }
}

/** How tasks without a session are driven. */
interface Headless {
  flags: Flags
  desk: Desk
  /** Reads the answer where it must be JSON. */
  form?: JsonForm | undefined
  /** Called when the run handles the signals. */
  begin?(): void
}

/**
 * Runs tasks without a session, one after the other, and closes everything after the last one. It ends early when one is
 * interrupted, or when its endpoint cannot be used.
 * @param tasks  the ids; the next is asked for when the one before has ended, and may be waited for until `signal`
 * @returns the exit code of the last task that did not end with 0
 * @throws  RunEndedError with the error that ended a run
 */
export async function driveHeadless(
  tasks: (signal: AbortSignal) => AsyncIterable<string>,
  wired: Wired,
  how: Headless,
): Promise<number> {
  const { desk, begin } = how
  const stopper = openStopper(how.flags)
  desk.begin(stopper.stop)
  if (wired.endpoint.note !== null) process.stderr.write(`${showControls(wired.endpoint.note)}\n`)
  begin?.()
  let code = 0
  try {
    for await (const taskId of tasks(stopper.signal)) {
      const result = await driveTask(taskId, wired, how, stopper)
      code = exitCodeOf(result) || code
      if (isLast(result, stopper)) return code
    }
    return stopper.signal.aborted ? endWaiting(stopper) : code
  } finally {
    stopper.end()
    desk.close()
    process.stderr.write(wired.say.lines(endedCommands(wired.deps.workspace.background.running())))
    await wired.deps.workspace.background.endAll()
    await closeWired(wired)
  }
}

/** The tasks of a run that has only one. */
export function onlyTask(taskId: string): () => AsyncIterable<string> {
  return async function* () {
    yield taskId
  }
}

async function driveTask(
  taskId: string,
  wired: Wired,
  { flags, desk, form }: Headless,
  stopper: Stopper,
): Promise<TaskResult> {
  const { session, task } = wired.ledger.view(taskId)
  // Its steps, changes and usage are set here, for the result of an error.
  const run: EndedRun = { taskId, sessionId: session.id, steps: task.step }
  const output = createOutput(flags, process.env, desk, wired)
  const finish = (ended: TaskResult): TaskResult => {
    stopper.report = null
    const spending = spendingOf(ended.sessionId, wired, systemClock.now())
    const resumeCommand = resumeHint(flags, ended.taskId, 'aircoder')
    const result = { ...ended, spending, resumeCommand }
    // The answer goes to standard output, which may be the same terminal: nothing may be drawn below it.
    desk.close()
    output.end(result)
    printAdvice(result, flags, wired.say)
    return result
  }
  stopper.report = (why) => exitCodeOf(finish(openResult(taskId, wired, stopText(why))))
  try {
    desk.sit(session.id)
    desk.live?.watch(opening(wired.say))
    const events = supervise(taskId, wired.deps, stopper.signal)
    const ended = await drain(events, wired.audit, (event) => {
      if (event.type === 'step') run.steps = event.number
      output.show(event)
    })
    keepLearned(wired, taskId)
    return finish(withFlags(ended, flags, form))
  } catch (error) {
    stopper.report = null
    Object.assign(run, committedOf(wired.ledger, taskId))
    throw new RunEndedError(error, run)
  }
}

/** Shows every event of a run and logs every committed step. @returns the run's result */
export async function drain(
  run: ReturnType<typeof supervise>,
  audit: AuditLog,
  show: (event: import('#core').Event) => void,
): Promise<TaskResult> {
  let taskId = ''
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
    if (next.value.type === 'init') taskId = next.value.taskId
    if (next.value.type === 'step') audit(taskId, next.value.number)
    show(next.value)
  }
}
