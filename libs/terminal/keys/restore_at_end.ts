/** Signals that end a program which does not handle them. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Calls `restore` when the process ends in any way that it can see: exit, exception, or a signal that nothing else
 * handles; the signal then ends the process as it would have. What else handles a signal has its own end.
 * @param isLent  another program has the terminal: Ctrl+C there is meant for that one
 * @returns a function that ends this
 */
export function restoreAtEnd(restore: () => void, isLent: () => boolean): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT' && isLent()) return
    if (process.listenerCount(signal) > 1) return
    restore()
    process.off(signal, onSignal)
    process.kill(process.pid, signal)
  }
  for (const signal of ENDING) process.on(signal, onSignal)
  process.on('exit', restore)
  // The stack of a crash is printed below the area, in the usual mode.
  process.on('uncaughtExceptionMonitor', restore)
  return () => {
    for (const signal of ENDING) process.off(signal, onSignal)
    process.off('exit', restore)
    process.off('uncaughtExceptionMonitor', restore)
  }
}
