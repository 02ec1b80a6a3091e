import pino, { type Logger } from 'pino'
import { redact } from '#core'
import type { ProxySettings } from '../settings/settings.js'
import { bufferedOutput } from './buffered_output.js'

/**
 * Logs JSON lines to standard error. Error texts are redacted: an engine may include a token in one. The last
 * lines are written when the process ends, except after kill -9.
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
