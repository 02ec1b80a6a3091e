import { lostOutput, StoppedBy } from '#core'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The first signal of a kind stops a run, which then ends by itself. The second one does not wait for that: a command
 * that ignores SIGTERM takes seconds to end.
 * @param endNow  reports the run and ends the program
 */
export function onSignals(
  stop: (signal: NodeJS.Signals) => void,
  endNow: (signal: NodeJS.Signals) => void,
): void {
  for (const signal of SIGNALS)
    process.once(signal, () => {
      process.once(signal, endNow)
      stop(signal)
    })
}

/**
 * The reason of the abort: SIGINT is Ctrl+C, or our own where the output is lost; every other signal comes from another
 * program.
 */
export function reasonOf(signal: NodeJS.Signals): StoppedBy | undefined {
  const lost = lostOutput()
  if (lost !== null) return new StoppedBy(`stopped: ${lost}`)
  return signal === 'SIGINT' ? undefined : new StoppedBy(`stopped by the signal ${signal}`)
}
