import { LIMITS } from '#core'

/** Ends the program when what a session still does takes too long after its input has ended. */
export interface LeaveLimit {
  /** The time begins; a time that has begun goes on. */
  start(): void
  stop(): void
}

/**
 * A session that was left ends within LIMITS.leaveMs: an answer that never comes, or a thread that does not stop, must
 * not keep the shell from its prompt. The end is that of a kill, after which the ledger continues; commands that still
 * run are killed by their own handlers of `exit`.
 * @param late  says so; the exit code of the program is returned
 */
export function limitLeaving(late: () => number): LeaveLimit {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer ??= setTimeout(() => process.exit(late()), LIMITS.leaveMs)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
