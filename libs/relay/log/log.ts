import pino, { type Logger } from 'pino'
import { redact } from '#core'
import type { ProxySettings } from '../settings/settings.js'
import { bufferedOutput } from './buffered_output.js'

/**
 * Logs as JSON lines to standard error. Texts of errors pass the redactor: an engine may have put a
 * token into one. The last lines are written when the process ends, but for a kill -9.
 */
export function createLog(level: ProxySettings['logLevel']): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: {
        err: (error: unknown) =>
          redact(error instanceof Error ? (error.stack ?? '') : String(error)),
      },
    },
    bufferedOutput(2),
  )
}
