import { RUN_ENDS, stopStatus, stopText, type TaskResult } from '#core'
import type { Flags } from '../../flags/flags.js'
import { onSignals, reasonOf } from './on_signals.js'
import { limitTime } from './wall_time.js'

/** What stops the tasks of a process: a signal, Ctrl+C at the desk, or --max-wall-time. */
export interface Stopper {
  signal: AbortSignal
  /** Set while a task runs: reports it as it is in the ledger now. @returns the exit code */
  report: ((why: unknown) => number) | null
  stop(): void
  /** Ends the timer. */
  end(): void
}

/** Starts to listen to signals. A second one of a kind ends the process at once, and a running task is reported before. */
export function openStopper(flags: Flags): Stopper {
  const abort = new AbortController()
  const stopper: Stopper = {
    signal: abort.signal,
    report: null,
    stop: () => abort.abort(),
    end: limitTime(flags, abort),
  }
  onSignals(
    (signal) => abort.abort(reasonOf(signal)),
    (signal) => process.exit(stopper.report?.(reasonOf(signal)) ?? RUN_ENDS.INTERRUPTED.exit),
  )
  return stopper
}

/** Whether nothing follows after this end: no endpoint, no person, or no time. */
export function isLast({ cause, subtype }: TaskResult, { signal }: Stopper): boolean {
  return signal.aborted || cause !== undefined || subtype === 'interrupted'
}

/** The end of a run that was stopped while it waited for its next message. @returns the exit code */
export function endWaiting({ signal: { reason } }: Stopper): number {
  process.stderr.write(`${stopText(reason)} while it waited for a message; every turn is kept\n`)
  return RUN_ENDS[stopStatus(reason) === 'limit' ? 'TIME_LIMIT' : 'INTERRUPTED'].exit
}
