const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The first signal of a kind stops a run, which then ends by itself. The second one does not wait for that: a command
 * that ignores SIGTERM takes seconds to end.
 * @param endNow  reports the run and ends the program
 */
export function onSignals(stop: () => void, endNow: () => void): void {
  for (const signal of SIGNALS)
    process.once(signal, () => {
      process.once(signal, endNow)
      stop()
    })
}
