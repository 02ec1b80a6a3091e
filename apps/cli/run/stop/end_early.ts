import { reportError } from '#command_line'
import { AircoderError } from '#core'
import type { Flags } from '../../flags/flags.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Until a run begins, a signal ends the program by itself. Where the result is JSON, that end has a result too.
 * @returns a function that gives the signals back; repeating it is harmless
 */
export function endEarly({ outputFormat = 'text' }: Pick<Flags, 'outputFormat'>): () => void {
  if (outputFormat === 'text') return () => {}
  const stop = (signal: NodeJS.Signals) => {
    // A measurement handles the signal: it is skipped, and the start goes on.
    if (process.listenerCount(signal) > 1) return
    process.exit(reportError(new AircoderError('INTERRUPTED'), process.argv.slice(2)))
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
