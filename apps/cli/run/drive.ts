import {
  type EndedRun,
  RUN_ENDS,
  RunEndedError,
  stopText,
  systemClock,
  type TaskResult,
} from '#core'
import { supervise } from '#supervisor'
import { showControls } from '#terminal'
import type { AuditLog } from '../data/audit_log.js'
import { keepFactor } from '../data/model_file.js'
import type { Desk } from '../desk/open_desk.js'
import type { Flags } from '../flags/flags.js'
import { exitCodeOf } from '../output/exit_code.js'
import { createOutput, resumeHint } from '../output/output.js'
import { printAdvice } from '../output/print_advice.js'
import { committedOf } from './committed_of.js'
import { onSignals, reasonOf } from './on_signals.js'
import { openResult } from './open_result.js'
import { closeWired, type Wired } from './wire.js'

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

/** How a run without a session is driven. */
interface Headless {
  flags: Flags
  desk: Desk
  /** Called when the run handles the signals. */
  begin?(): void
}

/**
 * Runs a task without a session.
 * @returns the exit code
 * @throws  RunEndedError with the error that ended the run
 */
export async function driveHeadless(taskId: string, wired: Wired, how: Headless): Promise<number> {
  const { session, task } = wired.ledger.view(taskId)
  const run = { taskId, sessionId: session.id, steps: task.step }
  try {
    return await driveTask(run, wired, how)
  } catch (error) {
    throw new RunEndedError(error, run)
  }
}

/** @param run  its steps, changes and usage are set here, for the result of an error */
async function driveTask(
  run: EndedRun,
  wired: Wired,
  { flags, desk, begin }: Headless,
): Promise<number> {
  const output = createOutput(flags, process.env, desk)
  const abort = new AbortController()
  let isReported = false
  desk.begin(() => abort.abort())
  if (wired.endpoint.note !== null) process.stderr.write(`${showControls(wired.endpoint.note)}\n`)
  const finish = (ended: TaskResult) => {
    isReported = true
    const result = { ...ended, resumeCommand: resumeHint(flags, ended.taskId, 'aircoder') }
    output.end(result)
    desk.close()
    printAdvice(result, flags)
    return exitCodeOf(result)
  }
  const stop = (signal: NodeJS.Signals) => abort.abort(reasonOf(signal))
  onSignals(stop, (signal) => {
    const open = () => openResult(run.taskId, wired, stopText(reasonOf(signal)))
    process.exit(isReported ? RUN_ENDS.INTERRUPTED.exit : finish(open()))
  })
  begin?.()
  try {
    const events = supervise(run.taskId, wired.deps, abort.signal)
    const ended = await drain(events, wired.audit, (event) => {
      if (event.type === 'step') run.steps = event.number
      output.show(event)
    })
    const result = flags.requireProof === true ? { ...ended, proofRequired: true } : ended
    keepLearned(wired, run.taskId)
    return finish(result)
  } catch (error) {
    isReported = true // When the ledger is closed.
    Object.assign(run, committedOf(wired.ledger, run.taskId))
    throw error
  } finally {
    desk.close()
    await wired.deps.workspace.background.endAll()
    await closeWired(wired)
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
