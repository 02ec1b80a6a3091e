import pino, { type Logger } from 'pino'
import { redact } from '#core'
import type { ProxySettings } from './settings.js'

/**
 * Logs as JSON lines to standard error. Texts of errors pass the redactor: an engine may have put a
 * token into one.
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
    pino.destination(2),
  )
}
